const INSTALLED = { dependencies: { "@opencode-ai/plugin": "*" } }

/**
 * What makes the host believe that its package is installed in its global folder, by path from the home directory:
 * else each project waits for npm to fail offline.
 */
export const INSTALLED_PACKAGE = {
  ".config/opencode/node_modules": { folder: true },
  ".config/opencode/package.json": JSON.stringify(INSTALLED),
  ".config/opencode/package-lock.json": JSON.stringify({ packages: { "": INSTALLED } }),
} as const

import { spawnSync } from "node:child_process"

const WRAPPER = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]

/**
 * What to put in front of a command so that it runs in a network namespace with loopback and nothing else, whatever
 * it is and starts: opencode, Bun and npm heed no preload of Node. Empty where the machine does not allow it.
 */
export const INSIDE: readonly string[] =
  spawnSync(WRAPPER[0] ?? "", [...WRAPPER.slice(1), "true"], { stdio: "ignore" }).status === 0 ? WRAPPER : []

// Preloaded into a process of its own: from here on `node:path` and the platform are those of Windows.
import { register } from "node:module"

register(
  `data:text/javascript,${encodeURIComponent(`
    const SOURCE = ${JSON.stringify(`
      import { createRequire } from "node:module"
      const path = createRequire("file:///x.js")("path").win32
      export default path
      export const { basename, delimiter, dirname, extname, format, isAbsolute, join, normalize, parse, posix, relative, resolve, sep, toNamespacedPath, win32 } = path
    `)}
    export const resolve = (specifier, context, next) =>
      /^(node:)?path$/.test(specifier) && /\\/(cli|core)\\//.test(context.parentURL ?? "")
        ? { url: "data:text/javascript," + encodeURIComponent(SOURCE), shortCircuit: true }
        : next(specifier, context)
  `)}`,
)
Object.defineProperty(process, "platform", { value: "win32" })

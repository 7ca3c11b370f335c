import { Console } from "node:console"
import process from "node:process"
import type { FrameOutput } from "./frame-output.ts"

const { stdout, stderr } = process
const write = stdout.write.bind(stdout)

/**
 * The one way to stdout. Importing this module takes stdout away from everybody else: whatever any other code prints
 * there goes to stderr, since a single stray line would break the protocol. So it must be imported before all others.
 */
export const clientOutput: FrameOutput = { stream: stdout, write: (text, done) => write(text, done) }

stdout.write = stderr.write.bind(stderr)
// Under Node the console writes through `stdout.write`; Bun's own console does not.
globalThis.console = new Console({ stdout: stderr, stderr })

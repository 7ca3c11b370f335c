import { after } from "node:test"
import { type Files, makeProject, type Project } from "../lab/project.ts"
import { type Gateway, type GatewayPlan, startGateway, toLine } from "./gateway-process.ts"
import { LIBRARY } from "./skills.ts"

const projects: Project[] = []
const gateways: Gateway[] = []
after(() => {
  for (const { child } of gateways) child.kill("SIGKILL")
  for (const project of projects) project.remove()
})

/** Starts a gateway on a home with these files; both are gone when the test file ends. */
export const start = (homeFiles: Files = LIBRARY, more: Partial<GatewayPlan> = {}): Gateway & { project: Project } => {
  const project = makeProject({ homeFiles })
  const gateway = startGateway({ project, ...more })
  projects.push(project)
  gateways.push(gateway)
  return { ...gateway, project }
}

/** The line of a tool call. */
export const callLine = (id: unknown, name: string, input = {}): string =>
  toLine({ id, method: "tools/call", params: { name, arguments: input } })

/** The line of a cancel. */
export const cancelLine = (requestId: unknown): string =>
  toLine({ method: "notifications/cancelled", params: { requestId } })

import { makeProject } from "../../lab/project.ts"
import { describeBehaviour, SERVER_FILES } from "./behaviour.ts"
import { createStandIn } from "./stand-in.ts"

// The same cases run against the real skill-map by `npm run test:skill-map`.
describeBehaviour("the stand-in", async () => {
  const project = makeProject({ files: SERVER_FILES })
  const standIn = createStandIn(project.folder)
  return { project, start: standIn.start, stop: () => standIn.stop("term") }
})

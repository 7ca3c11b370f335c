import process from "node:process"
import { describeBehaviour } from "./behaviour.ts"
import { findSkillMap, openSkillMap } from "./sm-server.ts"

// Runs the behaviour suite of `npm test` against the real skill-map.
// npm run test:skill-map

const command = findSkillMap(process.env.PATH ?? "")

if (command === undefined) {
  console.error("there is no `sm` on PATH: install skill-map (npm i -g @skill-map/cli, on Node 24 or newer) first")
  process.exit(2)
}

console.error(`skill-map is ${command}`)
describeBehaviour("skill-map", () => openSkillMap(command))

import { buildIndex, createLexicon, defaultRoots, discoverSkills, readSettings } from "../../core/index.ts"
import { CHECK_NAMES, type Check } from "./check.ts"
import { checkEnvironment } from "./check-environment.ts"
import { checkConfig, checkNode, checkOpencode, checkStartUp } from "./check-host.ts"
import { checkPlugin, ownPlugin } from "./check-plugin.ts"
import { checkSearch, probeFor } from "./check-search.ts"
import { checkServer } from "./check-server.ts"
import { checkSettings } from "./check-settings.ts"
import { checkSkills } from "./check-skills.ts"
import { checkTokens } from "./check-tokens.ts"
import { checkUpstream } from "./check-upstream.ts"
import type { Circumstances } from "./circumstances.ts"
import { proveLoading } from "./prove-loading.ts"

/** Makes all checks, in the order of their names. The two that start programs run beside everything else. */
export const examine = async (circumstances: Circumstances): Promise<Check[]> => {
  const { environment } = circumstances
  const { env, home, cwd } = environment
  const inForce = readSettings({ env, home, options: ownPlugin(circumstances)?.options })
  const { settings } = inForce
  const loading = proveLoading(circumstances)
  const upstream = checkUpstream(cwd, settings.upstream)
  const roots = defaultRoots({ ...environment, extra: settings.roots })
  const { skills, problems } = await discoverSkills(roots)
  const [first] = skills
  const server = checkServer(circumstances, first === undefined ? "skill" : probeFor(first))
  const index = buildIndex(skills, { lexicon: createLexicon(settings.lexicon) })
  const { checks, answers } = await server
  return inOrder([
    checkNode(),
    checkOpencode(circumstances),
    ...checkConfig(circumstances),
    ...checkPlugin(circumstances),
    ...(await loading),
    ...checks,
    ...checkStartUp(circumstances),
    ...checkSkills({ roots, skills, problems, home }),
    ...checkSearch(index, first),
    checkTokens({ skills, settings, tools: answers?.tools }),
    ...checkSettings(circumstances, { inForce, skills }),
    ...checkEnvironment(env),
    await upstream,
  ])
}

const inOrder = (checks: readonly Check[]): Check[] =>
  CHECK_NAMES.flatMap((name) => checks.filter((check) => check.name === name))

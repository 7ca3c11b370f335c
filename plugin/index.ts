import { serveV1 } from "./serve-v1.ts"
import { setUpV2 } from "./set-up-v2.ts"

// Nothing else may be exported: opencode takes every other export of this module for a plugin of its own.
export default { id: "skill-mcp-hint", server: serveV1, setup: setUpV2 }

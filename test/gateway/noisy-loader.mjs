// Loaded before everything else: makes every module of the product and of its packages print to stdout while it loads
// and again a little later, as a careless library would. The guard itself is left alone.
import { register } from "node:module"

const HOOK = `
  export const load = async (url, context, next) => {
    const loaded = await next(url, context)
    const isOurs = /\\/gateway\\/(?!guard-stdout|serve)|\\/core\\/|node_modules\\/(@modelcontextprotocol|zod)\\//.test(url)
    if (!isOurs || loaded.format !== "module" || loaded.source == null) return loaded
    const noise = ";console.log('STRAY log');console.info('STRAY info');globalThis.process?.stdout.write('STRAY write\\\\n');"
    return { ...loaded, source: String(loaded.source) + "\\n" + noise + "setTimeout(() => {" + noise + "}, 50).unref();" }
  }
`
register(`data:text/javascript,${encodeURIComponent(HOOK)}`)

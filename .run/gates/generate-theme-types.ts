import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashFiles } from '../setup/hash-files.mjs'
import { ROOT } from '../setup/root.mjs'
import { runTool, type ToolRun } from '../setup/run-tool.ts'

const THEME = 'src/client/ui/theme.ts'
// `npm ci` removes it together with the generated types.
const STAMP = join(ROOT, 'node_modules', '.cache', 'theme-types')

/** Tells Chakra's types which tokens and recipes our theme has; they live inside the package in node_modules. */
export async function generateThemeTypes(): Promise<ToolRun> {
  if (!existsSync(join(ROOT, THEME))) return { ok: true, output: '' }
  const hash = hashFiles([THEME, 'src/client/ui/theme'])
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return { ok: true, output: '' }
  const run = await runTool('chakra', ['typegen', THEME])
  if (!run.ok) return run
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, hash)
  return run
}

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The blocks of a sandbox's chain in a file, a line each, since custody's journal and the ledger know them. */
export function keptBlocks<Block>(file: string): { kept: Block[]; onBlock: (block: Block) => void } {
  return {
    kept: readLines(file).map((line) => JSON.parse(line)),
    onBlock: (block) => appendFileSync(file, `${JSON.stringify(block)}\n`, { mode: 0o600 }),
  }
}

/** The whole lines of a file; a last one that was cut off is taken away. */
function readLines(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) writeFileSync(file, whole)
  return whole.split('\n').filter((line) => line !== '')
}

import { readFile, stat } from 'node:fs/promises'
import type { Screening } from './screening.ts'

interface ReadList {
  /** Of the file that was read: another one is read anew. */
  readonly version: string
  readonly reasons: ReadonlyMap<string, string>
}

/** Longer than the addresses of all networks. */
const ADDRESS_LENGTH_MAX = 128
const ADDRESS = new RegExp(`^[0-9A-Za-z:_-]{10,${ADDRESS_LENGTH_MAX}}$`)

/**
 * Addresses in a file, each on a line, which may say the reason after a comma; "#" begins a comment. It is read anew when it changes. A list
 * that cannot be read whole, or that has no address, is unavailable: it is more likely cut off than empty.
 */
export function createAddressList(path: string): Screening {
  let known: ReadList | undefined
  async function read(): Promise<ReadList> {
    const { mtimeMs, size, ino } = await stat(path)
    const version = `${ino} ${mtimeMs} ${size}`
    if (known?.version !== version) known = { version, reasons: parseList(await readFile(path, 'utf8')) }
    return known
  }
  return {
    async check({ addresses }) {
      try {
        const { reasons } = await read()
        for (const address of addresses) {
          const reason = reasons.get(keyOf(address))
          if (reason !== undefined) return { kind: 'hit', address, reason }
        }
        return { kind: 'clear' }
      } catch (error) {
        known = undefined
        return { kind: 'unavailable', fault: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

/** Networks differ in whether an address may change its case; that two addresses differ in nothing else does not happen. */
const keyOf = (address: string) => address.trim().toLowerCase()

function parseList(text: string): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  for (const [place, line] of text.split('\n').entries()) {
    const [written = ''] = line.split('#')
    if (written.trim() === '') continue
    const [address = '', ...reason] = written.split(',')
    if (!ADDRESS.test(address.trim())) throw new Error(`line ${place + 1} of the list has no address`)
    reasons.set(keyOf(address), reason.join(',').trim())
  }
  if (reasons.size === 0) throw new Error('the list has no address')
  return reasons
}

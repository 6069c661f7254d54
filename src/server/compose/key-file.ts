import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A key that was made at the first start and lies beside the data, for its owner's eyes alone. */
export function keyFile({ dataDir, name, make }: { dataDir: string; name: string; make: () => Buffer }): Buffer {
  const path = join(dataDir, name)
  return readKey(path) ?? keepKey(path, make())
}

function readKey(path: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(path, 'utf8'), 'base64')
  } catch {
    return undefined
  }
}

function keepKey(path: string, key: Buffer): Buffer {
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

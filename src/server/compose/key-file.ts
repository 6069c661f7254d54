import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface KeyPlace {
  readonly dataDir: string
  readonly name: string
}

const pathOf = ({ dataDir, name }: KeyPlace) => join(dataDir, name)

/** A key that was made at the first start and lies beside the data, for its owner's eyes alone. */
export const keyFile = ({ make, ...place }: KeyPlace & { make: () => Buffer }): Buffer =>
  readKey(place) ?? keepKey(place, make())

/** The key that lies there; `undefined` where none does. */
export function readKey(place: KeyPlace): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(pathOf(place), 'utf8'), 'base64')
  } catch {
    return undefined
  }
}

/** Writes a key down where none lies yet. */
export function keepKey(place: KeyPlace, key: Buffer): Buffer {
  writeFileSync(pathOf(place), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface KeyPlace {
  readonly dataDir: string
  readonly name: string
}

const pathOf = ({ dataDir, name }: KeyPlace) => join(dataDir, name)

/** A key that is generated at the first start and stored next to the data, readable by its owner alone. */
export const keyFile = ({ make, ...place }: KeyPlace & { make: () => Buffer }): Buffer =>
  readKey(place) ?? keepKey(place, make())

/** The stored key; `undefined` if there is none. */
export function readKey(place: KeyPlace): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(pathOf(place), 'utf8'), 'base64')
  } catch {
    return undefined
  }
}

/** Stores a key unless one exists already. */
export function keepKey(place: KeyPlace, key: Buffer): Buffer {
  writeFileSync(pathOf(place), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

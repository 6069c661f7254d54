import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'last-back-up'

/** Records next to the data that a back-up is complete, so that operators see how old the last one is. */
export async function noteBackUp(dataDir: string, at: Date): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, NAME), `${at.toISOString()}\n`, { mode: 0o600 })
}

/** When the last back-up began; `undefined` if there was none. */
export async function readLastBackUp(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => '')
  const at = new Date(text.trim())
  return Number.isNaN(at.getTime()) ? undefined : at
}

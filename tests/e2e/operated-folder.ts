import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type FreshDatabase, freshFolder } from '../setup/fresh-folder.ts'
import { scratch } from '../setup/scratch.ts'
import { startServerProcess } from '../setup/server-process.ts'
import { addOperator, Operator } from './console-operator.ts'

const Operated = z.object({ dataDir: z.string(), sara: Operator, reza: Operator })

export interface OperatedFolder extends FreshDatabase {
  /** The operator Sara Karimi. */
  readonly sara: Operator
  /** An operator with one of the longest names. */
  readonly reza: Operator
}

/** A data folder with two operators: a copy of this run's folder, since adding an operator takes a process and a second. */
export async function operatedFolder(): Promise<OperatedFolder> {
  const given = process.env.E2E_OPERATED
  if (!given) return addOperators()
  const { dataDir: source, ...operators } = Operated.parse(JSON.parse(given))
  const dataDir = await mkdtemp(join(scratch(), 'kimia-operated-'))
  cpSync(source, dataDir, { recursive: true })
  return { settings: { dataDir }, ...operators, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

async function addOperators(): Promise<OperatedFolder> {
  const folder = await freshFolder()
  const { dataDir } = folder.settings
  const sara = await addOperator(dataDir, 'Sara Karimi')
  const reza = await addOperator(dataDir, 'سید محمدمهدی طباطبایی نژاد اصفهانی')
  // The ninety days of candles take as long as the rest of a start: the servers of the run start from copies of these.
  const server = await startServerProcess(folder.settings, { SANDBOX_CANDLES: 'on' })
  await server.stop()
  return { ...folder, sara, reza }
}

/** The operator for the login on screen of a worker's own server: a code of an authenticator works once, so only one test logs in there. */
export const operatorOnScreen = (): Operator => Operated.parse(JSON.parse(process.env.E2E_OPERATED ?? '')).reza

/** The folder of this run, for all processes that it starts. */
export function shareOperatedFolder({ settings: { dataDir }, sara, reza }: OperatedFolder): void {
  process.env.E2E_OPERATED = JSON.stringify({ dataDir, sara, reza })
}

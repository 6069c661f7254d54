import { HOUR_MS } from '#domain/durations.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { auditFault, proveAuditLog } from '../store/accounts/prove-audit-log.ts'
import { isUntaken } from '../store/back-up/recovered.ts'
import type { Database } from '../store/database.ts'
import { ledgerFault, proveLedger } from '../store/prove-ledger.ts'
import type { Job } from './jobs.ts'

const UNSOUND = { ledger: 'The ledger does not add up', audit: 'The audit log is broken' } as const

const PROVE_EVERY_MS = HOUR_MS
/** Rows per step of a proof. */
const PROOF_ROWS_MAX = { postgres: 10_000, pglite: 2_000 }
/** The built-in database does nothing else meanwhile, so an order waits for one step. */
const STEP_MS_MAX = 25

/**
 * Refuses a start if a fault was found in the ledger or the audit log. The audit log is also proven here from the end of its last proof,
 * which covers no more than the events of the last hour or so. @throws Error with a sentence for the person who starts it
 */
export async function refuseUnsound(database: Database): Promise<void> {
  if (await isUntaken(database))
    throw new Error(
      'This database was recovered from an archive: run `npm run restore -- --until <moment>` before anything is served.',
    )
  const ledger = await ledgerFault(database)
  if (ledger !== undefined) throw barred(UNSOUND.ledger, ledger)
  const [audit] = await proveAuditLog(database, { rowsMax: PROOF_ROWS_MAX[database.engine] })
  const found = audit ?? (await auditFault(database))
  if (found !== undefined) throw barred(UNSOUND.audit, found)
}

const barred = (what: string, fault: string) =>
  new Error(`${what}; nothing is served until \`npm run ledger:check\` finds it clean. ${fault}`)

/** Proves both while the writer works. Nobody may trade on wrong books: after a fault the process stops, and the next start is refused. */
export function proofJob({
  database,
  exchange,
  onLost,
}: {
  database: Database
  exchange: Exchange
  onLost: (reason: string) => void
}): Job {
  return {
    name: 'prove the ledger and the audit log',
    everyMs: PROVE_EVERY_MS,
    runsIn: 'one process',
    run: async (signal) => {
      const pace = { rowsMax: PROOF_ROWS_MAX[database.engine], rests: true, stepMsMax: STEP_MS_MAX, signal }
      const ledger = await proveLedger(database, pace)
      const audit = await proveAuditLog(database, pace)
      if (ledger.length === 0 && audit.length === 0) return
      // Every command is refused from here on; the process ends once the earlier ones are answered.
      void exchange.close()
      const reason = `${ledger.length > 0 ? UNSOUND.ledger : UNSOUND.audit}; nothing more is written.`
      onLost([reason, ...[...ledger, ...audit].slice(0, 3)].join(' '))
    },
  }
}

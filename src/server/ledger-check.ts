import { formatDecimal } from '#domain/decimal.ts'
import { checkAnchors } from './accounts/check-anchors.ts'
import { tableText } from './compose/table-text.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { readChainAt } from './store/accounts/audit-log.ts'
import { type AuditReport, checkAuditLog } from './store/accounts/prove-audit-log.ts'
import type { Database, Queryable } from './store/database.ts'
import { openToLook } from './store/open-database.ts'
import { checkLedger, type LedgerReport } from './store/prove-ledger.ts'
import { openStatementKey } from './wallets/liabilities/liability-services.ts'

const COLUMNS = [
  ...[
    'coin',
    'users',
    'blocked',
    'fees',
    'network fees',
    'suspense',
    'inventory',
    'at least',
    'at most',
    'sources',
    'sum',
  ],
] as const

/** The report as a table for people. */
function ledgerTable({ totals, faults }: LedgerReport): string {
  const rows = totals.map(({ symbol, decimals, ...of }) => [
    symbol,
    ...[of.users, of.usersBlocked, of.fees, of.networkFees, of.suspense].map((units) => formatDecimal(units, decimals)),
    ...[of.inventory, of.inventoryMin, of.inventoryMax, of.sources, of.sum].map((units) =>
      formatDecimal(units, decimals),
    ),
  ])
  const lines = tableText([[...COLUMNS], ...rows], { texts: 1 })
  const verdict = faults.length === 0 ? 'The ledger is clean.' : `${faults.length} faults:`
  return [...lines, '', verdict, ...faults].join('\n')
}

const auditVerdict = ({ events, faults: [fault] }: AuditReport) =>
  fault === undefined ? `The audit log is clean: ${events} events.` : `The audit log is broken: ${fault}.`

/** "417:9f2c…", the `audit` and the `chain` of a line that the server once wrote. @returns what is wrong with it, if anything */
async function checkLine(database: Queryable, line: string | undefined): Promise<string | undefined> {
  if (line === undefined) return undefined
  const [, id, chain] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(line) ?? []
  if (id === undefined || chain === undefined) return `"${line}" is no line of the audit log, such as 417:9f2c…`
  const kept = await readChainAt(database, id)
  return kept && Buffer.from(kept).toString('hex') === chain
    ? undefined
    : `Event ${id} is not the one that was logged: the audit log was written anew`
}

const ANCHORS = '--anchors'

/** Prints what the anchors of a file or a folder say. @returns what is wrong with them, if anything */
async function compareAnchors(database: Queryable, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return `${ANCHORS} needs the file or the folder of the anchors`
  const { liabilitiesKey } = parseConfig(readEnvironment())
  const publicKey = liabilitiesKey && openStatementKey(liabilitiesKey).publicKey
  const { anchors, keys, lost, restores, faults } = await checkAnchors(database, { path, publicKey })
  const lines = [
    `${anchors} anchors, signed by ${keys.join(', ') || 'nobody'}: compare the key with the public page of liabilities.`,
    ...(lost > 0 ? [`${lost} of them are of events that a restore has lost.`] : []),
    ...restores.map(({ at, to }) => `They name a restore at ${at} to the state of ${to}: was there one?`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (anchors === 0) return 'No anchor was found'
  return faults.length > 0 ? faults.join('.\n') : undefined
}

/** Prints what is found. @returns whether all of it is as it should be */
async function check(database: Database): Promise<boolean> {
  const report = await checkLedger(database)
  const audit = await checkAuditLog(database)
  process.stdout.write(`${ledgerTable(report)}\n${auditVerdict(audit)}\n`)
  const [first, path] = process.argv.slice(2)
  const forged = first === ANCHORS ? await compareAnchors(database, path) : await checkLine(database, first)
  if (forged) process.stdout.write(`${forged}.\n`)
  return report.faults.length + audit.faults.length === 0 && !forged
}

// `npm run ledger:check`: prints the proof of the ledger and of the audit log, and fails where one does not add up, or has not what a
// logged line or an anchor says.
try {
  const { databaseUrl, dataDir } = parseConfig(readEnvironment())
  const database = await openToLook({ databaseUrl, dataDir })
  // The built-in database keeps a process that leaves it open from ending.
  const isClean = await check(database).finally(() => database.close())
  process.exitCode = isClean ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

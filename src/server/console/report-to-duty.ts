import { words as kindsEn } from '#contract/words/en/proposal-kinds.ts'
import { words as kindsFa } from '#contract/words/fa/proposal-kinds.ts'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import { RIGHTS_OF_PROPOSALS } from '#domain/operator-rights.ts'
import { notifyDuty, sittingOf } from '../accounts/operators/notify-operators.ts'
import { VENDOR_NAMES } from '../notifications/texts/notice-texts.ts'
import { readOpenProposals } from '../store/accounts/proposals.ts'
import { readWaiting } from '../store/console/overview.ts'
import type { ConsoleServices } from './console-services.ts'

/** A form that waits this long is reported, once a day. */
const IDENTITY_WAITS_MS = 4 * 3_600_000
/** A vendor is reported after this many unanswered questions in a row; a single one is normal. */
const FAULTS_MIN = 3

/** Reports pending work and failing vendors to the operators on duty: each once, however often and in however many processes it runs. */
export function createDutyReports(services: Pick<ConsoleServices, 'accounts' | 'gauges'>): { look(): Promise<void> } {
  const { gauges } = services
  const { database, now } = services.accounts
  /** By vendor, the number of faults when it last answered. */
  const faultsBefore = new Map<string, number>()

  const reportProposals = async (at: Date) => {
    for (const { id, kind, proposedBy, proposedAt } of await readOpenProposals(database, at))
      await database.transaction((tx) =>
        notifyDuty(tx, {
          ...{
            kind: 'PROPOSAL_WAITS',
            params: { number: String(id), 'title.fa': kindsFa[kind], 'title.en': kindsEn[kind] },
            right: RIGHTS_OF_PROPOSALS[kind],
            by: proposedBy,
            isGrave: false,
            at,
          },
          eventKey: `proposals:${proposedBy}:${sittingOf(proposedAt)}`,
        }),
      )
  }
  const reportIdentities = async (at: Date) => {
    const { identities } = await readWaiting(database, { at, depositsSince: at })
    const { oldest, count } = identities
    if (oldest === undefined || at.getTime() - oldest.getTime() < IDENTITY_WAITS_MS) return
    await database.transaction((tx) =>
      notifyDuty(tx, {
        ...{ kind: 'IDENTITY_WAITS', params: { count: String(count) }, right: 'IDENTITIES_DECIDE', isGrave: false, at },
        eventKey: `identities:${Math.floor(at.getTime() / DAY_MS)}:wait`,
      }),
    )
  }
  const reportVendors = async (at: Date) => {
    for (const { vendor, fault, faults } of gauges.vendors()) {
      if (fault === undefined) faultsBefore.set(vendor, faults)
      if (faults - (faultsBefore.get(vendor) ?? 0) < FAULTS_MIN) continue
      const { fa, en } = VENDOR_NAMES.get(vendor) ?? { fa: vendor, en: vendor }
      await database.transaction((tx) =>
        notifyDuty(tx, {
          ...{ kind: 'VENDOR_FAULT', params: { 'title.fa': fa, 'title.en': en } },
          ...{ right: 'OVERVIEW_READ', isGrave: true, at },
          eventKey: `vendor:${vendor}:${Math.floor(at.getTime() / HOUR_MS)}`,
        }),
      )
    }
  }
  return {
    async look() {
      const at = now()
      await reportVendors(at)
      await reportProposals(at)
      await reportIdentities(at)
    },
  }
}

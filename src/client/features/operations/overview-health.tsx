import { useTranslation } from 'react-i18next'
import { HOUR_MS, MINUTE_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { PlainLink, TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { Digits, useListText, useMarketName } from './names.tsx'
import type { Overview } from './overview.queries.ts'
import { JobsHealth, ProcessesHealth } from './processes/process-health.tsx'

type Health = Overview['health']

const VENDORS = ['sms', 'email', 'identity', 'cards', 'screening', 'prices', 'files', 'anchors'] as const
type Vendor = (typeof VENDORS)[number]
const isVendor = (name: string): name is Vendor => VENDORS.some((known) => known === name)

/** A vendor that is called seldom may have its last answer from hours ago: an older fault than this says nothing about now. */
const FAULT_MS = 10 * MINUTE_MS
/** After this time a daily back-up is missing. */
const BACK_UP_MS_MAX = 26 * HOUR_MS

/** A database that is slower than this needs attention. */
const LATENCY_MS_MAX = 250

const ageOf = (at: string, health: Health) => Date.parse(health.at) - Date.parse(at)

const isCustodyGood = ({ answers, stoppedAt, unreachable, differences }: NonNullable<Health['custody']>) =>
  answers && stoppedAt === null && unreachable.length === 0 && !differences

/** The state of the system, with a summary first. */
export function HealthSection({ health }: { health: Health }) {
  const { t } = useTranslation('desk')
  const facts = [
    ...useStoppedFacts(health),
    ...useMarketFacts(health),
    ...useProcessFacts(health),
    ...useCustodyFacts(health),
    ...useSystemFacts(health),
    ...useVendorFacts(health),
  ]
  const good = facts.every(({ warning }) => warning === undefined)
  return (
    <>
      <Notice tone={good ? 'success' : 'warning'} title={t(good ? 'overview.health.good' : 'overview.health.look')} />
      <FactList facts={facts} />
    </>
  )
}

/** Marks a fact, unless it is well. */
function useMark(): (fact: Fact & { readonly isWell: boolean }) => Fact {
  const { t } = useTranslation('desk')
  return ({ isWell, ...fact }) => ({ ...fact, warning: isWell ? undefined : t('overview.health.look') })
}

function useStoppedFacts({ withdrawalsOpen }: Health): Fact[] {
  const { t } = useTranslation('desk')
  const mark = useMark()
  if (withdrawalsOpen) return []
  const value = (
    <TextLink to="/operations/withdrawals" color="gold">
      {t('withdrawals.stopped')}
    </TextLink>
  )
  return [mark({ label: t('room.withdrawals'), value, isWell: false })]
}

/**
 * Markets that need attention: halted ones and those without a market maker, each with the operator and the time, and those without a current price.
 */
function useMarketFacts({ halts, makersOff, prices: { staleMarkets } }: Health): Fact[] {
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  const nameOf = useMarketName()
  const listText = useListText()
  const mark = useMark()
  const switchedOff = (
    label: string,
    markets: Health['makersOff'],
    textOf: (market: string, by: string | null) => string,
  ): Fact[] => {
    if (markets.length === 0) return []
    const lines = markets.map(({ marketType, since, by }) => (
      <li key={marketType}>
        {textOf(nameOf(marketType), by)} <DateText at={since} />
      </li>
    ))
    return [mark({ label, value: <ul>{lines}</ul>, isWell: false })]
  }
  return [
    ...switchedOff(t('overview.health.halts'), halts, (market, by) =>
      by === null ? t('overview.health.haltedNew', { market }) : t('overview.health.haltedBy', { market, name: by }),
    ),
    ...switchedOff(ofProposals('market.makersOff'), makersOff, (market, by) =>
      t('overview.health.haltedBy', { market, name: by ?? ofProposals('market.lossStop') }),
    ),
    ...(staleMarkets.length === 0
      ? []
      : [
          mark({
            label: t('overview.health.staleMarkets'),
            value: listText(staleMarkets.map(nameOf)),
            isWell: false,
          }),
        ]),
  ]
}

/** The processes and jobs in numbers, with the jobs that are late or fail. */
function useProcessFacts({ processes, jobs, jobCounts }: Health): Fact[] {
  const { t } = useTranslation('desk')
  const mark = useMark()
  return [
    mark({
      label: t('room.processes'),
      value: <ProcessesHealth processes={processes} />,
      isWell: processes.gone === 0,
    }),
    mark({
      label: t('overview.health.jobs'),
      value: <JobsHealth jobs={jobs} jobCounts={jobCounts} />,
      isWell: jobCounts.waiting === 0 && jobs.length === 0,
    }),
  ]
}

/** The state of custody, with a link to its room. A server that is not connected to it says nothing. */
function useCustodyFacts({ custody }: Health): Fact[] {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const listText = useListText()
  const mark = useMark()
  if (!custody) return []
  const { answers, stoppedAt, unreachable, differences } = custody
  const count = showDecimal(String(differences ?? 0), language)
  const value = (
    <>
      {!answers && <p>{t('overview.health.silent')}</p>}
      {stoppedAt !== null && (
        <p>
          {t('overview.health.custodyStopped')} <DateText at={stoppedAt} />
        </p>
      )}
      {unreachable.length > 0 && <p>{t('overview.health.custodyUnreachable', { networks: listText(unreachable) })}</p>}
      {differences ? <p>{t('overview.health.custodyDiffers', { count })}</p> : null}
      {isCustodyGood(custody) && <p>{t('overview.health.custodyGood')}</p>}
    </>
  )
  return [
    mark({
      label: t('overview.health.custody'),
      value: (
        <PlainLink to="/operations/custody" color="gold">
          {value}
        </PlainLink>
      ),
      isWell: isCustodyGood(custody),
    }),
  ]
}

function useSystemFacts(health: Health): Fact[] {
  const { writer, database, prices, backUpAt } = health
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const ms = (value: number) => showDecimal(String(value), language)
  const answered = (value: number | null) =>
    value === null ? t('overview.health.silent') : t('overview.health.answered', { ms: ms(value) })
  const mark = useMark()
  const stale = prices.stale ? t('overview.health.stale') : undefined
  return [
    mark({
      label: t('overview.health.backUp'),
      value: backUpAt === null ? t('overview.health.noBackUp') : <DateText at={backUpAt} />,
      isWell: backUpAt !== null && ageOf(backUpAt, health) <= BACK_UP_MS_MAX,
    }),
    mark({
      label: t('overview.health.writer'),
      value: answered(writer.answeredMs),
      isWell: writer.answeredMs !== null,
    }),
    { label: t('overview.health.waiting'), value: <Digits text={String(writer.waiting)} /> },
    {
      label: t('overview.health.p99'),
      value: writer.p99Ms === null ? t('overview.health.noOrder') : t('overview.health.ms', { ms: ms(writer.p99Ms) }),
    },
    mark({
      label: t('overview.health.database'),
      value: answered(database.latencyMs),
      isWell: database.latencyMs !== null && database.latencyMs <= LATENCY_MS_MAX,
    }),
    mark({
      label: t('overview.health.prices'),
      value:
        prices.at === null ? (
          t('overview.health.noPrice')
        ) : (
          <>
            {stale ?? t('overview.health.pricesOf')} <DateText at={prices.at} style="time" />
          </>
        ),
      isWell: !prices.stale,
    }),
  ]
}

function useVendorFacts(health: Health): Fact[] {
  const { t } = useTranslation('desk')
  const mark = useMark()
  return health.vendors.map(({ vendor, fault, at }) =>
    mark({
      label: isVendor(vendor) ? t(`overview.health.vendor.${vendor}`) : vendor,
      value: (
        <>
          {fault === null ? t('overview.health.vendorGood') : t('overview.health.vendorFault', { fault })}{' '}
          <DateText at={at} style="time" />
        </>
      ),
      isWell: fault === null || ageOf(at, health) > FAULT_MS,
    }),
  )
}

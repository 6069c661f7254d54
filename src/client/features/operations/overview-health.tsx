import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { Digits } from './digits.tsx'
import type { Overview } from './overview.queries.ts'

type Health = Overview['health']

const VENDORS = ['sms', 'email', 'identity', 'cards', 'prices'] as const
type Vendor = (typeof VENDORS)[number]
const isVendor = (name: string): name is Vendor => VENDORS.some((known) => known === name)

/** Slower than this, a database is looked at. */
const LATENCY_MS_MAX = 250

const isGood = ({ writer, database, prices, vendors }: Health) =>
  writer.answeredMs !== null &&
  database.latencyMs !== null &&
  database.latencyMs <= LATENCY_MS_MAX &&
  !prices.stale &&
  prices.staleMarkets.length === 0 &&
  vendors.every(({ fault }) => fault === null)

/** How the system stands, with a word for all of it first. */
export function HealthSection({ health }: { health: Health }) {
  const { t } = useTranslation('desk')
  const facts = [...useSystemFacts(health), ...useVendorFacts(health)]
  const good = isGood(health)
  return (
    <>
      <Notice tone={good ? 'success' : 'warning'} title={t(good ? 'overview.health.good' : 'overview.health.look')} />
      <FactList facts={facts} />
    </>
  )
}

function useSystemFacts({ writer, database, prices }: Health): Fact[] {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const ms = (value: number) => showDecimal(String(value), language)
  const answered = (value: number | null) =>
    value === null ? t('overview.health.silent') : t('overview.health.answered', { ms: ms(value) })
  const stale = prices.stale ? t('overview.health.stale') : undefined
  const without = prices.staleMarkets.length
  return [
    { label: t('overview.health.writer'), value: answered(writer.answeredMs) },
    { label: t('overview.health.epoch'), value: writer.epoch === null ? '–' : <Digits text={String(writer.epoch)} /> },
    { label: t('overview.health.waiting'), value: <Digits text={String(writer.waiting)} /> },
    {
      label: t('overview.health.p99'),
      value: writer.p99Ms === null ? t('overview.health.noOrder') : t('overview.health.ms', { ms: ms(writer.p99Ms) }),
    },
    { label: t('overview.health.database'), value: answered(database.latencyMs) },
    {
      label: t('overview.health.prices'),
      value:
        prices.at === null ? (
          t('overview.health.noPrice')
        ) : (
          <>
            {stale} <DateText at={prices.at} style="time" />
            {without > 0 && ' · '}
            {without > 0 && t('overview.health.staleMarkets', { count: without })}
          </>
        ),
    },
  ]
}

function useVendorFacts({ vendors }: Health): Fact[] {
  const { t } = useTranslation('desk')
  return vendors.map(({ vendor, fault, at }) => ({
    label: isVendor(vendor) ? t(`overview.health.vendor.${vendor}`) : vendor,
    value: (
      <>
        {fault === null ? t('overview.health.vendorGood') : t('overview.health.vendorFault', { fault })}{' '}
        <DateText at={at} style="time" />
      </>
    ),
  }))
}

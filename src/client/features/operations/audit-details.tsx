import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { settingOf, useChangeLabel } from './changes.tsx'
import { Digits } from './digits.tsx'
import { coinsOfMarket, useMarketName } from './market-name.tsx'
import { isSettingName, SettingValue } from './setting-value.tsx'

type Value = string | number | boolean | null

/** What has words of its own beside the settings; anything else is shown by its name in the log. */
const DETAILS = [
  'proposal',
  'subject',
  'market',
  'coin',
  'reason',
  'receivers',
  'language',
  'level',
  'verified',
  'title',
  'titleEn',
  'before',
  'after',
  'order',
  'ticket',
  'name',
  'newest',
  'published',
  'ended',
  'day',
  'proposedBy',
  'report',
] as const

const isKnownDetail = (name: string): name is (typeof DETAILS)[number] => DETAILS.some((known) => known === name)

/** What stood before a change, beside what stands after it: `before.tick` and `tick`. */
const BEFORE = 'before.'
const MARKET = /^[A-Z][A-Z0-9_]*_(TOMAN|TETHER)$/
const NUMBER = /^\d+$/

/** What the log keeps of an event, in words where there are any; the name in the log stands under the pointer. */
export function AuditDetails({ details }: { details: Readonly<Record<string, Value>> }) {
  const labelOf = useDetailLabel()
  const arrow = useLanguage() === 'fa' ? ' ← ' : ' → '
  const lines = Object.entries(details).filter(([name]) => !name.startsWith(BEFORE))
  return (
    <chakra.dl display="flex" flexWrap="wrap" columnGap="3" rowGap="0.5" fontSize="xs">
      {lines.map(([name, value]) => (
        <chakra.div key={name} display="flex" gap="1">
          <chakra.dt color="fg.muted" title={name}>
            <bdi>{labelOf(name)}</bdi>:
          </chakra.dt>
          <chakra.dd overflowWrap="anywhere">
            {details[`${BEFORE}${name}`] !== undefined && (
              <>
                <DetailValue name={name} value={details[`${BEFORE}${name}`] ?? null} market={marketOf(details)} />
                {arrow}
              </>
            )}
            <DetailValue name={name} value={value} market={marketOf(details)} />
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** The market that an event is about. */
const marketOf = (details: Readonly<Record<string, Value>>) =>
  [details.market, details.subject].map(String).find((text) => MARKET.test(text))

function useDetailLabel(): (name: string) => string {
  const { t } = useTranslation('proposals')
  const labelOf = useChangeLabel()
  return (name) => (isKnownDetail(name) ? t(`detail.${name}`) : labelOf(name))
}

type DetailValueProps = { name: string; value: Value; market: string | undefined }

function DetailValue({ name, value, market }: DetailValueProps): ReactNode {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { unitOf } = useCoins()
  const nameOf = useMarketName()
  if (typeof value === 'boolean') return value ? t('settings.flag.yes') : t('settings.flag.no')
  const text = String(value ?? '–')
  const level = ACCOUNT_LEVELS.find((each) => each === text)
  if (level) return ofOperations(`level.${level}`)
  if (MARKET.test(text)) return <bdi>{nameOf(text)}</bdi>
  const setting = settingOf(name)
  if (isSettingName(setting) && !isKnownDetail(name)) {
    const pair = market === undefined ? undefined : coinsOfMarket(market)
    return (
      <SettingValue
        name={setting}
        value={text}
        units={pair ? { base: unitOf(pair.base), quote: unitOf(pair.quote) } : {}}
      />
    )
  }
  return NUMBER.test(text) ? <Digits text={text} /> : <bdi>{text}</bdi>
}

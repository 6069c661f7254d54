import { chakra } from '@chakra-ui/react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { settingOf } from '#contract/audit-text.ts'
import { isSettingName, MEASURES, type SettingName } from '#contract/setting-measures.ts'
import { GOLD } from '#domain/coin.ts'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { TOMAN_ACCOUNTS } from '#domain/ledger.ts'
import { isOperatorRole } from '#domain/operator-rights.ts'
import { Occasion } from './holidays.tsx'
import { CoinName, coinsOfMarket, Digits, useListText } from './names.tsx'

/** The units of a market's or a coin's settings, for display. */
export interface SettingUnits {
  readonly base?: string | undefined
  readonly quote?: string | undefined
}

/** A setting's name and, in a form, the unit of its field. */
export function useSettingLabel(): (name: SettingName, units?: SettingUnits) => string {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const unitOfMeasure = (measure: (typeof MEASURES)[SettingName], { base, quote }: SettingUnits) => {
    if (measure === 'base') return base
    if (measure === 'quote') return quote
    if (measure === 'toman') return unitOf('TOMAN')
    return measure === 'percent' || measure === 'milliseconds' ? t(`settings.unit.${measure}`) : undefined
  }
  return (name, units) => {
    const label = t(`settings.field.${name}`)
    if (!units) return label
    const unit = unitOfMeasure(MEASURES[name], units)
    return unit ? t('settings.withUnit', { name: label, unit }) : label
  }
}

/** The name of an account of the exchange: of the hot wallet of a network, the network. */
export function useAccountName(): (account: string) => string {
  const { t } = useTranslation('desk')
  return (account) => {
    const toman = TOMAN_ACCOUNTS.find((each) => each === account)
    return toman ? t(`settings.account.${toman}`) : account.replace(/^hot\//, '')
  }
}

/** The displayed value of a setting. */
export function SettingValue({ name, value, units }: { name: string; value: string; units: SettingUnits }) {
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  const { t: ofOperations } = useTranslation('operations')
  const listText = useListText()
  const accountName = useAccountName()
  const { unitOf } = useCoins()
  switch (isSettingName(name) ? MEASURES[name] : 'words') {
    case 'percent':
      return <DecimalText value={value} percent />
    case 'base':
      return <Quantity value={value} unit={units.base} />
    case 'quote':
      return <Quantity value={value} unit={units.quote} />
    case 'toman':
      return <Quantity value={value} unit={unitOf('TOMAN')} />
    case 'dollar':
      return <Quantity value={value} unit={t('settings.unit.dollar')} />
    case 'milliseconds':
      return <Quantity value={value} unit={t('settings.unit.milliseconds')} />
    case 'count':
      return <Digits text={value} />
    case 'hours':
      return value === 'working' ? t('settings.hours.working') : t('settings.hours.always')
    case 'roles':
      return (
        <bdi>{listText(value.split(', ').map((role) => (isOperatorRole(role) ? t(`roles.${role}.name`) : role)))}</bdi>
      )
    case 'coin':
      return <CoinName coin={value} />
    case 'flag':
      return value === 'true' ? t('settings.flag.yes') : t('settings.flag.no')
    case 'yesOrNo':
      return value === 'true' ? ofProposals('closed.yes') : ofProposals('closed.no')
    case 'occasion':
      return <Occasion name={value} />
    case 'level': {
      const level = ACCOUNT_LEVELS.find((each) => each === value)
      return level ? ofOperations(`level.${level}`) : ofOperations('act.level.byVolume')
    }
    case 'payoutWay':
      return value === 'GATEWAY' ? t('payouts.way.GATEWAY') : t('payouts.way.FILE')
    case 'account':
      return <bdi>{accountName(value)}</bdi>
    case 'direction':
      return value === 'PAID_IN' ? t('settings.direction.PAID_IN') : t('settings.direction.PAID_OUT')
    case 'endOf':
      return <Digits text={`…${value}`} />
    case 'instant':
      return <DateText at={value} />
    case 'code':
      return <bdi dir="ltr">{value}</bdi>
    case 'words':
      return <chakra.bdi overflowWrap="anywhere">{value}</chakra.bdi>
  }
}

function Quantity({ value, unit }: { value: string; unit: string | undefined }) {
  return <DecimalText value={value} {...(unit === undefined ? {} : { unit })} />
}

interface Change {
  readonly name: string
  readonly before: string | null
  readonly after: string
}

type ChangesProps = {
  changes: readonly Change[]
  /** The units of the changed settings. */
  units: SettingUnits
}

/** The changes of a proposal: the name of each setting, its present value and the proposed one, with their units. */
export function Changes({ changes, units }: ChangesProps) {
  const { t } = useTranslation('proposals')
  const labelOf = useChangeLabel()
  const language = useLanguage()
  const Arrow = language === 'fa' ? ArrowLeft : ArrowRight
  if (changes.length === 0) return null
  return (
    <chakra.dl
      display="grid"
      gap="2.5"
      fontSize="sm"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 14rem) minmax(0, 1fr)' }}
    >
      {changes.map(({ name, before, after }) => (
        <chakra.div key={name} display="contents">
          <chakra.dt color="fg.muted">{labelOf(name)}</chakra.dt>
          <chakra.dd
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            columnGap="2"
            marginTop={{ base: '-2', sm: '0' }}
            minWidth="0"
          >
            {before !== null && (
              <>
                <chakra.span srOnly>{t('was')}: </chakra.span>
                <chakra.span color="fg.muted">
                  <SettingValue name={settingOf(name).setting} value={before} units={units} />
                </chakra.span>
                <Arrow size={16} aria-hidden="true" />
                <chakra.span srOnly>{t('becomes')}: </chakra.span>
              </>
            )}
            <chakra.strong fontWeight="semibold">
              <SettingValue name={settingOf(name).setting} value={after} units={units} />
            </chakra.strong>
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** The name of a changed setting; a setting of one network of a coin names the network. */
export function useChangeLabel(): (name: string) => string {
  const { t } = useTranslation('desk')
  const labelOf = useSettingLabel()
  return (name) => {
    const { setting, network } = settingOf(name)
    const label = isSettingName(setting) ? labelOf(setting) : setting
    if (network === undefined) return label
    return t('settings.ofNetwork', { name: label, network })
  }
}

const OF_MARKETS: readonly string[] = ['CHANGE_MARKET', 'ADD_MARKET', 'END_MARKET', 'SET_STRATEGY', 'SWITCH_MAKER_ON']

/** Whether the subject of this kind of proposal is a market. */
export const isOfMarket = (kind: string) => OF_MARKETS.includes(kind)

/** The units of a proposal's changes: those of its market, or the ticker of its coin. */
export function useUnitsOf(): (proposal: {
  readonly kind: string
  readonly subject: string | null
  readonly changes: readonly Change[]
}) => SettingUnits {
  const { unitOf } = useCoins()
  return ({ kind, subject, changes }) => {
    if (kind === 'ADD_COIN') return { base: changes.find(({ name }) => name === 'code')?.after }
    if (subject !== null && kind === 'CHANGE_COIN') return { base: unitOf(subject) }
    if (kind === 'CHANGE_DELIVERY_RULES') return { base: unitOf(GOLD) }
    if (subject === null || !isOfMarket(kind)) return {}
    const { base, quote } = coinsOfMarket(subject)
    return { base: unitOf(base), quote: unitOf(quote) }
  }
}

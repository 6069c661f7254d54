import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { isSettingName, MEASURES, type SettingName } from '#contract/setting-measures.ts'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { isOperatorRole } from '#domain/operator-rights.ts'
import { Digits } from './digits.tsx'
import { CoinName } from './market-name.tsx'
import { Occasion } from './occasion.tsx'
import { useListText } from './use-list-text.ts'

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

/** The displayed value of a setting. */
export function SettingValue({ name, value, units }: { name: string; value: string; units: SettingUnits }) {
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  const { t: ofOperations } = useTranslation('operations')
  const listText = useListText()
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
    case 'endOf':
      return <Digits text={`…${value}`} />
    case 'code':
      return <bdi dir="ltr">{value}</bdi>
    case 'words':
      return <chakra.bdi overflowWrap="anywhere">{value}</chakra.bdi>
  }
}

function Quantity({ value, unit }: { value: string; unit: string | undefined }) {
  return <DecimalText value={value} {...(unit === undefined ? {} : { unit })} />
}

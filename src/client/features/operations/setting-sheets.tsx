import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import {
  proposeLevelChange,
  proposeMarket,
  proposeMarketChange,
  proposeMarketEnd,
  setStrategy,
} from '#contract/operations-settings.ts'
import { fromCount } from '#domain/counts.ts'
import { FEE_MAX, percentOf } from '#domain/fee.ts'
import { MAKER_SETTINGS } from '#domain/maker-bounds.ts'
import { ActSheet } from './act-sheet.tsx'
import { Allowed } from './allowed.tsx'
import { ChangeCoinSheet, type Direction, NetworkSheet, NewCoinSheet } from './coin-sheets.tsx'
import { coinsOfMarket, useMarketName } from './names.tsx'
import {
  countOf,
  EndIsFinal,
  FieldsSheet,
  isAtMost,
  type SettingField,
  type Settings,
  useBounds,
  useDoneOrProposed,
  useField,
  useProposal,
} from './setting-form.tsx'
import type { SettingUnits } from './setting-value.tsx'

export type SettingAct =
  | { readonly kind: 'market'; readonly market: Settings['markets'][number] }
  | { readonly kind: 'endMarket'; readonly marketType: string }
  | { readonly kind: 'level'; readonly level: Settings['levels'][number] }
  | { readonly kind: 'strategy'; readonly strategy: Settings['strategies'][number] }
  | { readonly kind: 'coin'; readonly coin: Settings['coins'][number] }
  | { readonly kind: 'network'; readonly network: Direction }
  | { readonly kind: 'newCoin' | 'newMarket' }

type Values = Readonly<Record<string, string>>

const MARKET_FIELDS = [
  'tick',
  'minAmount',
  'maxAmount',
  'minTotal',
  'openOrdersMax',
  'protectionBand',
  'forceWarning',
  'limitPriceMin',
  'limitPriceMax',
] as const
const LEVEL_FIELDS = ['volumeFrom', 'maker', 'taker', 'depositDayMax', 'withdrawalHourMax', 'withdrawalDayMax'] as const

const texts = (values: object): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(fromCount(value)) : String(value),
    ]),
  )

type SettingSheetProps = { act: SettingAct; onAct: (act: SettingAct) => void; onClose: () => void }

/** The form of the setting that the operator has chosen. */
export function SettingSheet({ act, onAct, onClose }: SettingSheetProps) {
  switch (act.kind) {
    case 'market':
      return <MarketSheet market={act.market} onAct={onAct} onClose={onClose} />
    case 'endMarket':
      return <EndMarketSheet marketType={act.marketType} onClose={onClose} />
    case 'level':
      return <LevelSheet level={act.level} onClose={onClose} />
    case 'strategy':
      return <StrategySheet strategy={act.strategy} onClose={onClose} />
    case 'coin':
      return <ChangeCoinSheet coin={act.coin} onClose={onClose} />
    case 'network':
      return <NetworkSheet network={act.network} onClose={onClose} />
    case 'newCoin':
      return <NewCoinSheet onClose={onClose} />
    case 'newMarket':
      return <NewMarketSheet onClose={onClose} />
  }
}

/** A market's two coins as units. */
function useMarketUnits(marketType: string): SettingUnits {
  const { unitOf } = useCoins()
  const { base, quote } = coinsOfMarket(marketType)
  return { base: unitOf(base), quote: unitOf(quote) }
}

function useHours(): SettingField {
  const { t } = useTranslation('desk')
  const choices = (['always', 'working'] as const).map((value) => ({ value, label: t(`settings.hours.${value}`) }))
  return { name: 'hours', label: t('settings.field.hours'), choices }
}

type MarketSheetProps = Omit<SettingSheetProps, 'act'> & { market: Settings['markets'][number] }

function MarketSheet({ market, onAct, onClose }: MarketSheetProps) {
  const { marketType } = market
  const { t } = useTranslation('proposals')
  const fields = [...MARKET_FIELDS.map(useField(useMarketUnits(marketType))), useHours()]
  const nameOf = useMarketName()
  return (
    <FieldsSheet
      {...useProposal()}
      title={nameOf(marketType)}
      fields={fields}
      values={texts(market)}
      proposes={{ kind: 'CHANGE_MARKET', subject: marketType }}
      act={(values, reason) =>
        callApi(proposeMarketChange, { params: { market: marketType }, body: { ...marketBody(values), reason } })
      }
      onClose={onClose}
    >
      {() => (
        <Allowed to={proposeMarketEnd}>
          <Button variant="danger" size="sm" onClick={() => onAct({ kind: 'endMarket', marketType })}>
            {t('market.end.action')}
          </Button>
        </Allowed>
      )}
    </FieldsSheet>
  )
}

function EndMarketSheet({ marketType, onClose }: { marketType: string; onClose: () => void }) {
  const { t } = useTranslation('proposals')
  const { done } = useProposal()
  const nameOf = useMarketName()
  return (
    <ActSheet
      title={t('market.end.title', { market: nameOf(marketType) })}
      text={t('market.end.text')}
      yes={t('market.end.propose')}
      done={done}
      variant="danger"
      proposes={{ kind: 'END_MARKET', subject: marketType }}
      act={(reason) => callApi(proposeMarketEnd, { params: { market: marketType }, body: { reason } })}
      onClose={onClose}
    >
      <EndIsFinal />
    </ActSheet>
  )
}

function LevelSheet({ level: row, onClose }: { level: Settings['levels'][number]; onClose: () => void }) {
  const { t: ofOperations } = useTranslation('operations')
  const field = useField()
  const feeBounds = useFeeBounds()
  const proposal = useProposal()
  const { level } = row
  if (level === 'SUPERVISOR') return null
  return (
    <FieldsSheet
      {...proposal}
      title={ofOperations(`level.${level}`)}
      fields={LEVEL_FIELDS.map((name) => ({
        ...field(name),
        ...((name === 'maker' || name === 'taker') && feeBounds),
      }))}
      values={texts(row)}
      proposes={{ kind: 'CHANGE_LEVEL', subject: level }}
      act={({ volumeFrom = '', maker = '', taker = '', ...limits }, reason) => {
        const { depositDayMax = '', withdrawalHourMax = '', withdrawalDayMax = '' } = limits
        const of = { depositDayMax, withdrawalHourMax, withdrawalDayMax }
        return callApi(proposeLevelChange, { params: { level }, body: { volumeFrom, maker, taker, ...of, reason } })
      }}
      onClose={onClose}
    />
  )
}

/** The hint and the check of a fee in percent. */
function useFeeBounds(): Pick<SettingField, 'hint' | 'check'> {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const [min, max] = ['0', percentOf(FEE_MAX)]
  const within = t('strategy.within', { min: showDecimal(min, language), max: showDecimal(max, language) })
  return {
    hint: within,
    check: (value) => (isAtMost(min, value) && isAtMost(value, max) ? undefined : within),
  }
}

function NewMarketSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const base = { name: 'base', label: t('settings.field.base') }
  const { nameOf } = useCoins()
  const quotes = QUOTES.map((value) => ({ value, label: nameOf(value) }))
  const quoteField = { name: 'quote', label: t('settings.field.quote'), choices: quotes }
  const fields = [base, quoteField, ...MARKET_FIELDS.map(useField()), useHours()]
  return (
    <FieldsSheet
      {...useProposal()}
      title={t('settings.newMarket')}
      text={t('settings.newMarketText')}
      fields={fields}
      values={{ quote: 'TOMAN', hours: 'always' }}
      act={({ base: symbol = '', quote, ...values }, reason) => {
        const pair = { base: symbol.toUpperCase(), quote: quote === 'TETHER' ? quote : 'TOMAN' } as const
        return callApi(proposeMarket, { body: { ...marketBody(values), ...pair, reason } })
      }}
      onClose={onClose}
    />
  )
}

const QUOTES = ['TOMAN', 'TETHER'] as const

type StrategySheetProps = { strategy: Settings['strategies'][number]; onClose: () => void }

function StrategySheet({ strategy, onClose }: StrategySheetProps) {
  const fieldOf = useField(useMarketUnits(strategy.marketType))
  const boundsOf = useBounds(strategy.bounds)
  const fields = MAKER_SETTINGS.map((name) => ({ ...fieldOf(name), ...boundsOf(name) }))
  const nameOf = useMarketName()
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  const doneOr = useDoneOrProposed()
  return (
    <FieldsSheet
      title={nameOf(strategy.marketType)}
      text={ofProposals('strategy.text')}
      yes={t('settings.set')}
      done={doneOr(t('settings.setDone'))}
      fields={fields}
      values={texts(strategy)}
      proposes={{ kind: 'SET_STRATEGY', subject: strategy.marketType }}
      act={(values, reason) =>
        callApi(setStrategy, {
          params: { market: strategy.marketType },
          body: { ...strategyBody(values), version: strategy.version, reason },
        })
      }
      onClose={onClose}
    />
  )
}

const marketBody = ({
  tick = '',
  minAmount = '',
  maxAmount = '',
  minTotal = '',
  openOrdersMax = '',
  hours,
  protectionBand = '',
  forceWarning = '',
  limitPriceMin = '',
  limitPriceMax = '',
}: Values) => ({
  ...{
    tick,
    minAmount,
    maxAmount,
    minTotal,
    openOrdersMax,
    protectionBand,
    forceWarning,
    limitPriceMin,
    limitPriceMax,
  },
  hours: hours === 'working' ? ('working' as const) : ('always' as const),
})

const strategyBody = (values: Values) => ({
  halfSpread: values.halfSpread ?? '',
  step: values.step ?? '',
  levels: countOf(values.levels),
  levelWorth: values.levelWorth ?? '',
  refreshMs: countOf(values.refreshMs),
  skew: values.skew ?? '',
  inventoryTarget: values.inventoryTarget ?? '',
  inventoryBand: values.inventoryBand ?? '',
  lossMax: values.lossMax ?? '',
})

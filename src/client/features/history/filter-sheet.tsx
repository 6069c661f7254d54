import { chakra } from '@chakra-ui/react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { DAY_MS } from '#client/lib/durations.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import {
  coinsOfMarket,
  ENDING_NAMES,
  FIELDS,
  type FilterProps,
  type HistoryFilter,
  type HistoryTab,
  KINDS,
  paymentName,
  paymentsOf,
  SIDES,
} from './history-filter.ts'

const DaySelects = lazy(() => import('#client/ui/day-selects.tsx'))

/** The present day in Tehran, or one before it. */
const dayInTehran = (daysAgo = 0) =>
  new Date(Date.now() + TEHRAN_OFFSET_MS - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** The periods that one press chooses, by their number of days. */
const PERIODS = { week: 7, month: 30, quarter: 90 } as const
const PERIOD_NAMES = ['week', 'month', 'quarter'] as const

/** The filters of a list. They take effect together, when the sheet is confirmed. */
export default function FilterSheet({ tab, filter, onFilter, onClose }: FilterProps & { onClose: () => void }) {
  const { t } = useTranslation('history')
  const [draft, setDraft] = useState(filter)
  const [partly, setPartly] = useState<PartlyChosen>(NONE_PARTLY)
  const change = (fields: HistoryFilter) => setDraft({ ...draft, ...fields })
  const isTurned = draft.from !== undefined && draft.to !== undefined && draft.from > draft.to
  const confirm = (chosen: HistoryFilter) => {
    onFilter(chosen)
    onClose()
  }
  return (
    <FormSheet
      title={t('filter.title')}
      action={t('filter.show')}
      busy={false}
      complete={!isTurned && !partly.from && !partly.to}
      onSend={() => confirm(draft)}
      onClose={onClose}
      extra={
        <chakra.div flexShrink="0">
          <Button variant="quiet" onClick={() => confirm({})}>
            {t('filter.clear')}
          </Button>
        </chakra.div>
      }
    >
      {(checked) => (
        <>
          <DayFields {...{ tab, draft, change, partly, checked }} onPartly={setPartly} />
          {isTurned && <Notice tone="error">{t('filter.turned')}</Notice>}
          {FIELDS[tab].map((field) => {
            const Field = FIELD_OF[field]
            return Field && <Field key={field} tab={tab} draft={draft} change={change} />
          })}
        </>
      )}
    </FormSheet>
  )
}

const ALL = ['ALL'] as const

interface DraftProps {
  readonly tab: HistoryTab
  readonly draft: HistoryFilter
  readonly change: (fields: HistoryFilter) => void
}

function SideField({ draft, change }: DraftProps) {
  const { t } = useTranslation('history')
  return (
    <ChoiceField
      label={t('filter.side.label')}
      value={draft.side ?? 'ALL'}
      options={[...ALL, ...SIDES].map((value) => ({ value, label: t(`filter.side.${value}`) }))}
      onChange={(side) => change({ side: side === 'ALL' ? undefined : side })}
    />
  )
}

function KindField({ draft, change }: DraftProps) {
  const { t } = useTranslation('history')
  return (
    <SelectField
      label={t('filter.label')}
      value={draft.kind ?? 'ALL'}
      options={[...ALL, ...KINDS].map((value) => ({ value, label: t(`filter.${value}`) }))}
      onChange={(kind) => change({ kind: kind === 'ALL' ? undefined : kind })}
    />
  )
}

function EndingField({ draft, change }: DraftProps) {
  const { t } = useTranslation('history')
  return (
    <SelectField
      label={t('filter.ending.label')}
      value={draft.ending ?? 'ALL'}
      options={[...ALL, ...ENDING_NAMES].map((value) => ({ value, label: t(`filter.ending.${value}`) }))}
      onChange={(ending) => change({ ending: ending === 'ALL' ? undefined : ending })}
    />
  )
}

function PaymentField({ tab, draft, change }: DraftProps) {
  const { t } = useTranslation('history')
  return (
    <SelectField
      label={t('deposits.status')}
      value={draft.payment ?? 'ALL'}
      options={[
        { value: 'ALL', label: t('filter.ALL') },
        ...paymentsOf(tab).map((value) => ({ value, label: t(paymentName(tab, value)) })),
      ]}
      onChange={(payment) => change({ payment: paymentsOf(tab).find((each) => each === payment) })}
    />
  )
}

/** The days that are begun and not complete: they would narrow nothing, so that the sheet waits for the rest of them. */
type PartlyChosen = Readonly<Record<'from' | 'to', boolean>>
const NONE_PARTLY: PartlyChosen = { from: false, to: false }

type DayFieldsProps = DraftProps & {
  readonly partly: PartlyChosen
  readonly checked: boolean
  readonly onPartly: (partly: PartlyChosen) => void
}

/** The last days by one press, or the first and the last day, either of which may be left open. */
function DayFields({ draft, change, partly, checked, onPartly }: DayFieldsProps) {
  const { t } = useTranslation('history')
  const { t: ofUi } = useTranslation('ui')
  // A period replaces a day that is only partly chosen, too.
  const [round, setRound] = useState(0)
  const chosen = PERIOD_NAMES.find((name) => draft.to === undefined && draft.from === dayInTehran(PERIODS[name] - 1))
  const field = (name: 'from' | 'to') => (
    <Suspense fallback={<Skeleton height="6.5rem" borderRadius="md" />}>
      <DaySelects
        key={round}
        label={t(`filter.${name}`)}
        words={{ day: t('filter.day.day'), month: t('filter.day.month'), year: t('filter.day.year') }}
        value={draft[name] ?? ''}
        onChange={(day) => change({ [name]: day || undefined })}
        years={(present) => Array.from({ length: YEARS }, (_, back) => present - back)}
        missingDay="last"
        onPartly={(isPartly) => onPartly({ ...partly, [name]: isPartly })}
        problem={checked && partly[name] ? ofUi('day.partly') : undefined}
        note={draft[name] === undefined && draft[OTHER[name]] !== undefined && t(`filter.${OPEN[name]}`)}
        name={name}
      />
    </Suspense>
  )
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <Segmented
        label={t('filter.period.label')}
        value={chosen ?? (draft.from === undefined && draft.to === undefined ? 'all' : 'own')}
        options={(['all', ...PERIOD_NAMES] as const).map((value) => ({ value, label: t(`filter.period.${value}`) }))}
        onChange={(name) => {
          setRound(round + 1)
          onPartly(NONE_PARTLY)
          change({ from: name === 'all' || name === 'own' ? undefined : dayInTehran(PERIODS[name] - 1), to: undefined })
        }}
      />
      {field('from')}
      {field('to')}
    </chakra.div>
  )
}

const OTHER = { from: 'to', to: 'from' } as const
const OPEN = { from: 'openFrom', to: 'openTo' } as const
const YEARS = 6

/** All markets of both units, and the one of the address even if it is not among them any more. */
function MarketField({ draft, change }: DraftProps) {
  const { t } = useTranslation('history')
  const { pairOf } = useCoins()
  const lists = useQueries({ queries: unitsOf('fa').map((unit) => marketsQuery(unit)) })
  const known = lists.flatMap(({ data = [] }) => data.map(({ marketType }) => marketType))
  const markets = draft.market !== undefined && !known.includes(draft.market) ? [draft.market, ...known] : known
  return (
    <SelectField
      label={t('trades.market')}
      value={draft.market ?? ''}
      options={[
        { value: '', label: t('filter.ALL') },
        ...markets.map((value) => ({ value, label: pairOf(coinsOfMarket(value)) })),
      ]}
      onChange={(market) => change({ market: market || undefined })}
    />
  )
}

function CoinField({ draft, change }: DraftProps) {
  const { t } = useTranslation('history')
  const { nameOf } = useCoins()
  const { data: coins = new Map() } = useQuery(coinsQuery())
  const symbols = [...coins.keys()].filter((symbol) => symbol !== 'TOMAN')
  return (
    <SelectField
      label={t('filter.coin')}
      value={draft.coin ?? ''}
      options={[{ value: '', label: t('filter.ALL') }, ...symbols.map((value) => ({ value, label: nameOf(value) }))]}
      onChange={(coin) => change({ coin: coin || undefined })}
    />
  )
}

/** The field of each filter; the two days are above them, in one. */
const FIELD_OF: Readonly<Record<keyof HistoryFilter, ComponentType<DraftProps> | undefined>> = {
  ...{ from: undefined, to: undefined },
  ...{ side: SideField, kind: KindField, market: MarketField },
  ...{ coin: CoinField, ending: EndingField, payment: PaymentField },
}

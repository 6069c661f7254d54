import { chakra } from '@chakra-ui/react'
import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoundSentence } from '#client/entities/coin/use-bound-sentence.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { PRICE_ALERT_KINDS, type PriceAlertKind } from '#domain/price-alert.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { PriceAlertList } from './price-alert-list.tsx'
import { type NewPriceAlert, useCreatePriceAlert } from './price-alerts.queries.ts'

export interface PresentPrice {
  readonly market: {
    /** "GOLD_TOMAN" */
    readonly symbol: string
    readonly base: string
    readonly quote: string
  }
  readonly price: string | undefined
  /** The key of the price's query, which gives the age of the price. */
  readonly priceKey: QueryKey
}

const PERCENT_DECIMALS = 2

/** Asks for the price of an alert: above, below, or some percent away. */
export default function PriceAlertSheet({ market, price, priceKey, onClose }: PresentPrice & { onClose: () => void }) {
  const { t } = useTranslation('priceAlerts')
  const { nameOf, unitOf } = useCoins()
  const sentenceOf = useAlertSentence()
  const create = useCreatePriceAlert()
  const [kind, setKind] = useState<PriceAlertKind>('ABOVE')
  const [figure, setFigure] = useState('')
  const isPercent = kind === 'PERCENT'
  const save = () =>
    create.mutate(alertOf(market.symbol, kind, figure), {
      onSuccess: () => {
        showToast({ tone: 'success', title: t('saved.title'), text: t('saved.text') })
        onClose()
      },
    })
  const change = (next: { kind?: PriceAlertKind; figure?: string }) => {
    if (next.kind !== undefined) setKind(next.kind)
    setFigure(next.figure ?? '')
    create.reset()
  }
  const missing = figure === '' ? t(isPercent ? 'missing.percent' : 'missing.price') : undefined
  return (
    <FormSheet
      title={t('title', { name: nameOf(market.base) })}
      action={t('save')}
      busy={create.isPending}
      complete={missing === undefined}
      onSend={save}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <chakra.p fontSize="sm" color="fg.muted">
            {t('present')} <DecimalText value={price} unit={unitOf(market.quote)} /> <QueryAge queryKey={priceKey} />
          </chakra.p>
          <Segmented
            as="radio"
            label={t('kind.label')}
            value={kind}
            options={PRICE_ALERT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(next) => change({ kind: next })}
          />
          <DecimalField
            key={isPercent ? 'percent' : 'price'}
            label={t(isPercent ? 'percent' : 'price')}
            hint={t(`hint.${kind}`)}
            value={figure}
            decimals={isPercent ? PERCENT_DECIMALS : PRICE_DECIMALS}
            unit={isPercent ? '%' : unitOf(market.quote)}
            onChange={(next) => change({ figure: next })}
            problem={create.isError ? sentenceOf(create.error) : checked ? missing : undefined}
          />
          <PriceAlertList market={market.symbol} />
        </>
      )}
    </FormSheet>
  )
}

const alertOf = (marketType: string, kind: PriceAlertKind, figure: string): NewPriceAlert =>
  kind === 'PERCENT' ? { marketType, kind, percent: figure } : { marketType, kind, price: figure }

/** The sentence of a refusal: with the market's bound, if the refusal carries one. */
function useAlertSentence(): (error: unknown) => string {
  const sentenceOf = useSentenceOf()
  const boundSentence = useBoundSentence()
  return (error) =>
    error instanceof ApiRefusal && error.details !== undefined ? boundSentence(error) : sentenceOf(error)
}

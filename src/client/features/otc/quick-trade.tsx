import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { unitsOf } from '#client/lib/quote-unit.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { CoinPicker } from './coin-picker.tsx'
import { ConfirmTrade } from './confirm-trade.tsx'
import { PriceLine } from './price-line.tsx'
import { BalanceLine, QuickTradeFields } from './quick-trade-fields.tsx'
import { SubmitTrade } from './submit-trade.tsx'
import { TradeReceipt } from './trade-receipt.tsx'
import { useQuickTrade } from './use-quick-trade.ts'
import { useQuickTradeIntention } from './use-quick-trade-intention.ts'

/** Buying from and selling to the house at its quoted price, for visitors too until the last button. */
export function QuickTrade() {
  const { t } = useTranslation('otc')
  const units = unitsOf(useLanguage())
  const trade = useQuickTrade()
  const { form, dispatch, terms } = trade
  const intention = useQuickTradeIntention(trade)
  const close = () => {
    intention.dismiss()
    dispatch({ type: 'clear' })
  }
  return (
    <chakra.section display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3.5" aria-label={t('title')}>
      <Segmented
        label={t('side.label')}
        value={form.side}
        options={[
          { value: 'BUY', label: t('side.BUY'), tone: 'buy' },
          { value: 'SELL', label: t('side.SELL'), tone: 'sell' },
        ]}
        onChange={(side) => dispatch({ type: 'side', side })}
      />
      <chakra.div
        display="grid"
        gridTemplateColumns={units.length > 1 ? 'minmax(0, 1fr) 8rem' : 'minmax(0, 1fr)'}
        gap="2"
        alignItems="center"
      >
        <CoinPicker unit={form.unit} value={form.coin} onChoose={(coin) => dispatch({ type: 'coin', coin })} />
        {units.length > 1 && (
          <Segmented
            label={t('unit.label')}
            value={form.unit}
            options={units.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
            onChange={(unit) => dispatch({ type: 'unit', unit })}
          />
        )}
      </chakra.div>
      <PriceLine trade={trade} />
      <chakra.form
        display="grid"
        gap="3.5"
        onSubmit={(event) => {
          event.preventDefault()
          if (terms && !trade.reason) intention.propose(terms)
        }}
      >
        <QuickTradeFields trade={trade} />
        <BalanceLine trade={trade} />
        <SubmitTrade trade={trade} />
      </chakra.form>
      <ConfirmTrade intention={intention} />
      {intention.terms && intention.outcome && (
        <TradeReceipt terms={intention.terms} order={intention.outcome} onClose={close} />
      )}
    </chakra.section>
  )
}

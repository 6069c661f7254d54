import { chakra } from '@chakra-ui/react'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/lib/session.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { BalanceLine } from './balance-line.tsx'
import type { QuickTradeReason } from './quick-trade.logic.ts'
import { useFeeLabel } from './use-fee-label.ts'
import type { QuickTrade } from './use-quick-trade.ts'
import { useReasonText } from './use-reason-text.ts'

type SubmitTradeProps = {
  trade: QuickTrade
  session: Session
  /** The button was pressed in vain: from then on it says why. */
  attempted: boolean
}

/** What can be spent, and the last button; or what must come first, or is wrong with the form. */
export default function SubmitTrade({ trade, session, attempted }: SubmitTradeProps) {
  const { t } = useTranslation('otc')
  const { coinOf, nameOf, unitOf } = useCoins()
  const reasonId = useId()
  const reasonText = useReasonText(trade)
  const feeLabel = useFeeLabel()
  const { authorized } = session
  useEffect(() => {
    if (authorized) void import('./deal.tsx')
  }, [authorized])
  const { form, reason, terms } = trade
  if (!authorized)
    return (
      <Notice tone="info" action={<TextLink to="/profile/account">{t('unverified.action')}</TextLink>}>
        {t('unverified.text')}
      </Notice>
    )
  const arriving = form.side === 'BUY' ? form.coin : form.unit
  const billed = { unit: unitOf(arriving), fractionMax: coinOf(arriving)?.billedDecimals ?? 8 }
  // An amount that nobody can trade has no fee, and nothing arrives.
  const billable = reason === 'belowMin' || reason === 'aboveMax' ? undefined : terms
  const why = toldReason({ reason: reason ?? (terms ? undefined : 'pending'), attempted })
  return (
    <>
      {!session.supervisor && <BalanceLine trade={trade} />}
      {terms && (
        <FactList
          dense
          facts={[
            { label: feeLabel, value: <DecimalText value={billable?.fee} {...billed} rounding="nearest" /> },
            { label: t('received'), value: <DecimalText value={billable?.received} {...billed} />, strong: true },
          ]}
        />
      )}
      <End position={form.text === '' ? 'static' : { base: 'sticky', lg: 'static' }}>
        <Button
          type="submit"
          size="lg"
          full
          variant={form.side === 'BUY' ? 'buy' : 'sell'}
          disabled={reason === 'supervisor'}
          aria-describedby={why ? reasonId : undefined}
        >
          {t(`submit.${form.side}`, { name: nameOf(form.coin) })}
        </Button>
        {why && (
          <chakra.p id={reasonId} role="status" fontSize="sm" color="fg.muted" textAlign="center" paddingTop="2">
            {reasonText(why)}
          </chakra.p>
        )}
      </End>
    </>
  )
}

/** Stays above the phone's bottom bar however long the form is, once there is something to confirm; no field lies under it before. */
const End = chakra('div', {
  base: {
    bottom: 'calc(4rem + env(safe-area-inset-bottom))',
    paddingBlock: '2',
    bg: 'surface',
    zIndex: '1',
    lg: { paddingBlock: '0' },
  },
})

/** What stands below the button: what no field can say, and the rest once it was pressed. */
function toldReason({ reason, attempted }: { reason: QuickTradeReason | undefined; attempted: boolean }) {
  if (reason === 'supervisor' || reason === 'priceStale') return reason
  return reason === 'pending' && attempted ? reason : undefined
}

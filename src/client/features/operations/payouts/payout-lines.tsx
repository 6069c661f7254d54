import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { proposePayoutReturn } from '#contract/operations-payouts.ts'
import { TOMAN } from '#domain/coin.ts'
import { PAYOUT_FAILURES } from '#domain/outgoing-transfer.ts'
import { ActPanel } from '../act-sheet.tsx'
import { useMay } from '../allowed.tsx'
import { Digits } from '../names.tsx'
import { type PayoutBatch, type PayoutLine, payoutLinesQuery } from './payouts.queries.ts'

type LinesSheetProps = { batch: PayoutBatch; onClose: () => void }

/** The lines of a batch: to which bank, in which state, with which reference; for the bank's file also their return. */
export function LinesSheet({ batch, onClose }: LinesSheetProps) {
  const { t } = useTranslation('desk')
  const pages = useInfiniteQuery(payoutLinesQuery(batch.id))
  const [returning, setReturning] = useState<string>()
  return (
    <Sheet open title={t('payouts.act.lines')} onClose={onClose}>
      <PageList pages={pages} empty={<EmptyState title={t('payouts.step.nothing')} />}>
        {(rows) => (
          <chakra.ul display="grid" gap="3">
            {rows.map((line) => (
              <chakra.li key={line.id} paddingBottom="3" borderBottomWidth="1px" borderColor="line">
                <Line line={line} />
                {returning === line.id ? (
                  <ReturnPanel line={line} onClose={() => setReturning(undefined)} />
                ) : (
                  <ReturnButton batch={batch} line={line} onPress={() => setReturning(line.id)} />
                )}
              </chakra.li>
            ))}
          </chakra.ul>
        )}
      </PageList>
    </Sheet>
  )
}

function Line({ line }: { line: PayoutLine }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const { id, userId, amount, sheba, bankName, state, reference } = line
  return (
    <chakra.div display="grid" gap="1" fontSize="sm">
      <chakra.div display="flex" justifyContent="space-between" flexWrap="wrap" gap="2">
        <PlainLink to="/operations/users/$userId" params={{ userId }} color="gold" fontWeight="semibold">
          {t('payouts.line.withdrawal')} <Digits text={id} />
        </PlainLink>
        <DecimalText value={amount} unit={unitOf(TOMAN)} />
      </chakra.div>
      <chakra.div display="flex" justifyContent="space-between" flexWrap="wrap" gap="2" color="fg.muted">
        <span>
          {bankName} <Digits text={sheba} />
        </span>
        <span>{t(`payouts.line.${state}`)}</span>
      </chakra.div>
      {reference !== null && (
        <chakra.span color="fg.muted">
          {t('payouts.line.reference')}: <Digits text={reference} />
        </chakra.span>
      )}
      <Failure line={line} />
    </chakra.div>
  )
}

/** The failure since when, and what became of a payment that came after the return. */
function Failure({ line: { failure, failingSince, paidLateAt, takenBackAt } }: { line: PayoutLine }) {
  const { t } = useTranslation('desk')
  const own = PAYOUT_FAILURES.find((each) => each === failure)
  return (
    <>
      {failure !== null && (
        <chakra.span color="sell">
          {own ? t(`payouts.failure.${own}`) : <bdi>{failure}</bdi>}
          {failingSince !== null && (
            <>
              {' · '}
              <DateText at={failingSince} />
            </>
          )}
        </chakra.span>
      )}
      {paidLateAt !== null && (
        <chakra.strong color="sell">
          {takenBackAt === null ? t('payouts.line.paidLate') : t('payouts.line.takenBack')}
        </chakra.strong>
      )}
    </>
  )
}

type ReturnButtonProps = { batch: PayoutBatch; line: PayoutLine; onPress: () => void }

function ReturnButton({ batch: { way }, line: { state, returnProposed }, onPress }: ReturnButtonProps) {
  const { t } = useTranslation('desk')
  const may = useMay()(proposePayoutReturn)
  if (returnProposed) return <chakra.p fontSize="sm">{t('payouts.return.waits')}</chakra.p>
  if (!may || way !== 'FILE' || state !== 'ORDERED') return null
  return (
    <Button size="sm" variant="quiet" onClick={onPress}>
      {t('payouts.return.action')}
    </Button>
  )
}

function ReturnPanel({ line, onClose }: { line: PayoutLine; onClose: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <ActPanel
      title={t('payouts.return.action')}
      text={t('payouts.return.text')}
      yes={t('payouts.return.action')}
      done={t('payouts.return.done')}
      variant="danger"
      proposes={{ kind: 'RETURN_PAYOUT', subject: line.id }}
      act={(reason) => callApi(proposePayoutReturn, { params: { id: line.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

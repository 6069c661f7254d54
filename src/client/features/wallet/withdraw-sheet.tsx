import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { useIntention } from '#client/lib/use-intention.ts'
import { QueryView } from '#client/ui/query-view.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import {
  type SentCode,
  sendCodeOf,
  WITHDRAWAL,
  WithdrawalTerms,
  withdraw,
  withdrawalIn,
  withdrawalTermsQuery,
} from './withdraw.queries.ts'
import { WithdrawCode } from './withdraw-code.tsx'
import { WithdrawFields } from './withdraw-fields.tsx'
import { WithdrawReceipt } from './withdraw-receipt.tsx'

/** A withdrawal of Toman: the form, the code that was sent for it, and its receipt. */
export default function WithdrawSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('wallet')
  const terms = useQuery(withdrawalTermsQuery())
  const wallets = useQuery(walletsQuery())
  const free = wallets.data?.find(({ coin }) => coin === 'TOMAN')?.credit
  // The code is of one withdrawal and of the next two minutes: a device never stores it.
  const code = useRef('')
  const intention = useIntention({
    kind: WITHDRAWAL,
    schema: WithdrawalTerms,
    send: (proposal) => withdraw(proposal, code.current),
    recognize: withdrawalIn,
  })
  useExpiredToast(intention)
  const [sent, setSent] = useState<{ terms: WithdrawalTerms; code: SentCode }>()
  const sending = useMutation({
    mutationFn: sendCodeOf,
    onSuccess: (next, of) => setSent({ terms: of, code: next }),
  })
  const { outcome, outcomeUnknown } = intention
  const begun = outcomeUnknown ? intention.terms : sent?.terms
  return (
    <Sheet
      open
      title={t(outcome ? 'withdraw.done' : 'withdraw.title')}
      onClose={onClose}
      dismissible={!intention.sending}
    >
      {outcome ? (
        <WithdrawReceipt withdrawal={outcome} nextBatch={terms.data?.nextBatchDateTime} onClose={onClose} />
      ) : begun ? (
        <WithdrawCode
          terms={begun}
          sent={sent?.code}
          nextBatch={terms.data?.nextBatchDateTime}
          intention={intention}
          onCode={(text) => {
            code.current = text
            intention.begin(begun)
          }}
          onBack={() => {
            intention.dismiss()
            setSent(undefined)
          }}
        />
      ) : (
        <QueryView query={terms} data={terms.data && free !== undefined ? terms.data : undefined} rows={4}>
          {(loaded) => (
            <WithdrawFields
              terms={loaded}
              free={free ?? '0'}
              sending={sending}
              first={sent?.terms ?? intention.terms}
            />
          )}
        </QueryView>
      )}
    </Sheet>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { proposeColdPayment } from '#contract/operations-custody.ts'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { ActSheet } from '../act-sheet.tsx'

type BookSheetProps = {
  paid: { readonly network: string; readonly coin: string }
  /** The withdrawal that was paid; absent: the hot wallet was. */
  withdrawal?: string
  onClose: () => void
}

/** Reports the transaction by which cold storage paid, for another operator to confirm. */
export function BookSheet({ paid: { network: name, coin }, withdrawal, onClose }: BookSheetProps) {
  const { t } = useTranslation('desk')
  const [txid, setTxid] = useState('')
  const network = KNOWN_NETWORKS.find((known) => known === name)
  const isWrong = !/^(0x)?[0-9a-fA-F]{64}$/.test(txid.trim())
  if (network === undefined) return null
  return (
    <ActSheet
      title={t('custody.book.title')}
      text={t('custody.book.text')}
      yes={t('custody.book.action')}
      done={t('custody.book.done')}
      problem={isWrong}
      act={(reason) =>
        callApi(proposeColdPayment, {
          body: { network, coin, txid: txid.trim(), ...(withdrawal !== undefined && { withdrawal }), reason },
        })
      }
      onClose={onClose}
    >
      {({ checked }) => (
        <TextField
          label={t('custody.odd.txid')}
          ltr
          value={txid}
          onChange={setTxid}
          problem={checked && isWrong ? t('custody.book.wrong') : undefined}
        />
      )}
    </ActSheet>
  )
}

import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { saveText } from '#client/lib/save-text.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import type { Input } from '#contract/endpoint.ts'
import { draftColdPayment, proposeColdPayment } from '#contract/operations-custody.ts'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { useMay } from '../allowed.tsx'
import { BookSheet } from './book-sheet.tsx'
import type { CountedNetwork } from './custody.queries.ts'

/** Names the coins that the hot wallet of a network lacks for withdrawals that wait, with a payment from cold storage to sign. */
export function BringFromCold({ network: { network, coins } }: { network: CountedNetwork }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const may = useMay()
  const [booked, setBooked] = useState<string>()
  const lacking = coins.flatMap(({ coin, bring }) => (bring === null ? [] : [{ coin, bring }]))
  if (lacking.length === 0) return null
  return (
    <Notice tone="warning" title={t('custody.bring.title')}>
      {lacking.map(({ coin, bring }) => (
        <chakra.div key={coin} display="flex" flexWrap="wrap" alignItems="center" gap="2" marginTop="1">
          <DecimalText value={bring} unit={unitOf(coin)} />
          <DraftButton payment={{ network, coin, amount: bring }} />
          {may(proposeColdPayment) && (
            <Button size="sm" variant="quiet" onClick={() => setBooked(coin)}>
              {t('custody.book.action')}
            </Button>
          )}
        </chakra.div>
      ))}
      {booked !== undefined && <BookSheet paid={{ network, coin: booked }} onClose={() => setBooked(undefined)} />}
    </Notice>
  )
}

type DraftButtonProps = {
  payment: Omit<Input<typeof draftColdPayment>['query'], 'network'> & { readonly network: string }
}

/** Saves a payment from cold storage as a file, for the machine that signs it. */
export function DraftButton({ payment }: DraftButtonProps) {
  const { t } = useTranslation('desk')
  const network = KNOWN_NETWORKS.find((known) => known === payment.network)
  const draft = useMutation({
    mutationFn: async () => {
      if (network === undefined) return
      const { baseDTO } = await callApi(draftColdPayment, { query: { ...payment, network } })
      saveText(baseDTO.draft, `kimia-cold-${payment.network}-${payment.coin}.json`)
    },
  })
  return (
    <>
      <Button size="sm" variant="quiet" loading={draft.isPending} onClick={() => draft.mutate()}>
        {t('custody.bring.draft')}
      </Button>
      {draft.isError && <RefusalNotice error={draft.error} />}
    </>
  )
}

import { createFileRoute, useLocation } from '@tanstack/react-router'
import { PaymentResultPage } from '#client/features/wallet/payment-result-page.tsx'
import { readAuthority } from '#client/features/wallet/read-authority.ts'

export const Route = createFileRoute('/profile/redirect-from-banks')({
  staticData: { title: 'payment' },
  component: PaymentResult,
})

function PaymentResult() {
  const authority = useLocation({ select: ({ searchStr }) => readAuthority(searchStr) })
  return <PaymentResultPage authority={authority} />
}

import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/profile/redirect-from-banks')({
  staticData: { title: 'payment' },
  component: PaymentResultPage,
})

function PaymentResultPage() {
  return null
}

import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/profile/wallet')({
  staticData: { title: 'wallet', authorizedOnly: true },
  component: WalletPage,
})

function WalletPage() {
  return null
}

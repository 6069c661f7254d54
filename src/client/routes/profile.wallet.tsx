import { createFileRoute } from '@tanstack/react-router'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'

export const Route = createFileRoute('/profile/wallet')({
  staticData: { title: 'wallet', authorizedOnly: true },
  component: WalletPage,
})

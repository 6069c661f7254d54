import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/profile/fino-verifying')({
  staticData: { title: 'identity' },
  component: IdentityPage,
})

function IdentityPage() {
  return null
}

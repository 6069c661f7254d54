import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/redirect-from-banks')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/profile/redirect-from-banks${location.searchStr}`, replace: true })
  },
})

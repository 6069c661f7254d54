import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any path that is no page leads home. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

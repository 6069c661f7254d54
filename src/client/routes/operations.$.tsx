import { createFileRoute, redirect } from '@tanstack/react-router'

/** Matches the console's pages in a document that started elsewhere and lacks their routes. Reloading the document adds them. */
export const Route = createFileRoute('/operations/$')({
  beforeLoad: ({ location: { href } }) => {
    throw redirect({ href, reloadDocument: true })
  },
})

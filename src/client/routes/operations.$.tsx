import { createFileRoute, redirect } from '@tanstack/react-router'

/** In the place of the console's rooms, on a page that began elsewhere and has not their routes: it begins anew there, and has. */
export const Route = createFileRoute('/operations/$')({
  beforeLoad: ({ location: { href } }) => {
    throw redirect({ href, reloadDocument: true })
  },
})

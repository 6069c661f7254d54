import { createFileRoute, useLocation } from '@tanstack/react-router'
import { FreezePage } from '#client/features/freeze/freeze-page.tsx'

export const Route = createFileRoute('/freeze')({
  staticData: { title: 'freeze' },
  // `undefined` must be explicit: the router merges this result into the original search parameters.
  validateSearch: ({ frozen }: Record<string, unknown>): { frozen?: true | undefined } => ({
    frozen: frozen === true ? frozen : undefined,
  }),
  component: Freeze,
})

function Freeze() {
  const { frozen = false } = Route.useSearch()
  const token = useLocation({ select: ({ hash }) => hash })
  const navigate = Route.useNavigate()
  return (
    <FreezePage
      token={token}
      frozen={frozen}
      onFrozen={() => void navigate({ search: { frozen: true }, hash: '', replace: true })}
    />
  )
}

import { createFileRoute, useLocation } from '@tanstack/react-router'
import { FreezePage } from '#client/features/freeze/freeze-page.tsx'

export const Route = createFileRoute('/freeze')({
  staticData: { title: 'freeze' },
  // `undefined` has to be said: the router lays this over the address as it was typed.
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

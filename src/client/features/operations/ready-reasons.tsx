import { chakra } from '@chakra-ui/react'
import { Button } from '#client/ui/button.tsx'

/** Frequent sentences, each inserted with a press. */
export function ReadyReasons({
  reasons,
  onChoose,
}: {
  reasons: readonly string[]
  onChoose: (reason: string) => void
}) {
  return (
    <chakra.ul display="grid" gap="1.5">
      {reasons.map((reason) => (
        <li key={reason}>
          <Button full variant="quiet" size="sm" onClick={() => onChoose(reason)}>
            {reason}
          </Button>
        </li>
      ))}
    </chakra.ul>
  )
}

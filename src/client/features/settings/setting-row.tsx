import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type SettingRowProps = {
  icon?: ReactNode
  name: ReactNode
  /** What it is now, or what it does. */
  text?: ReactNode
  /** The control: a button, a switch, a badge. */
  children?: ReactNode
}

/** One setting: its name, what it is now, and at the far end what changes it. On a narrow screen the control wraps below. */
export function SettingRow({ icon, name, text, children }: SettingRowProps) {
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
      <chakra.div display="flex" alignItems="center" gap="3" flex="1 1 9rem" minWidth="0">
        {icon && (
          <chakra.span color="fg.muted" display="inline-flex" flexShrink="0" aria-hidden="true">
            {icon}
          </chakra.span>
        )}
        <chakra.div minWidth="0">
          <chakra.div fontWeight="semibold" fontSize="sm" overflowWrap="anywhere">
            {name}
          </chakra.div>
          {text && (
            <chakra.div fontSize="sm" color="fg.muted" overflowWrap="anywhere">
              {text}
            </chakra.div>
          )}
        </chakra.div>
      </chakra.div>
      {children}
    </chakra.div>
  )
}

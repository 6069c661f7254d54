import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type SettingRowProps = {
  icon?: ReactNode
  name: ReactNode
  /** The present state, or the effect of the setting. */
  text?: ReactNode
  /** The control: a button, a switch, a badge. */
  children?: ReactNode
}

/** A setting: its name, its state, and its control at the far end. On a narrow screen the control wraps below. */
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

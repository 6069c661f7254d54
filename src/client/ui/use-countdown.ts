import { useEffect, useState } from 'react'

/** Whole seconds until zero. It follows the clock, so a tab that slept shows the right figure when it wakes. */
export function useCountdown(seconds: number): { secondsLeft: number; restart: (seconds: number) => void } {
  const [deadline, setDeadline] = useState(() => Date.now() + seconds * 1_000)
  const [now, setNow] = useState(() => Date.now())
  const secondsLeft = Math.max(0, Math.ceil((deadline - now) / 1_000))
  const running = secondsLeft > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [running])
  const restart = (next: number) => {
    setNow(Date.now())
    setDeadline(Date.now() + next * 1_000)
  }
  return { secondsLeft, restart }
}

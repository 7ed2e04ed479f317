import { memo } from 'react'
import { useDayName } from '../../../components/use-day-name.ts'
import classes from './thread-pane.module.css'

/** Shows the day of the messages below it, also while they are scrolled. `time`: a time on that day. */
export const DayMark = memo(function DayMark(props: { day: number; time: string; today: number }) {
  const { day, time, today } = props
  const toDayName = useDayName(today)
  return (
    <div className={classes.day} role="separator" data-day={day}>
      <span>{toDayName(new Date(time))}</span>
    </div>
  )
})

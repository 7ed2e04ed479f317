import classes from './selection.module.css'

/** Shows the checkbox of a row or of all rows. `onToggle` receives whether Shift is pressed, which extends the selection. */
export function RowCheck(props: {
  label: string
  isChecked: boolean
  isPartly?: boolean
  onToggle: (isShift: boolean) => void
}) {
  const { label, isChecked, isPartly = false, onToggle } = props
  return (
    <label className={classes.check}>
      <span className="visually-hidden">{label}</span>
      <input
        type="checkbox"
        checked={isChecked}
        ref={(element) => {
          if (element) element.indeterminate = isPartly
        }}
        onChange={({ nativeEvent }) =>
          onToggle((nativeEvent as unknown as MouseEvent).shiftKey ?? false)
        }
      />
    </label>
  )
}

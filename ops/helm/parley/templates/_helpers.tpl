{{- define "parley.name" -}}
{{- if contains "parley" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-parley" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "parley.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: parley
{{ include "parley.selector" . }}
{{- end }}

{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "parley.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "parley.secretName" -}}
{{ .Values.secrets.existingSecret | default (include "parley.name" .) }}
{{- end }}

{{- /* Stops the installation where a value is missing that no default can replace. */ -}}
{{- define "parley.check" -}}
{{- if not .Values.secrets.existingSecret }}
{{- range list "DATABASE_URL" "SECRET_KEY" }}
{{- if not (get $.Values.secrets.values .) }}
{{- fail (printf "Set secrets.values.%s, or secrets.existingSecret to a Secret that has it." .) }}
{{- end }}
{{- end }}
{{- if and .Values.monitoring.serviceMonitor (not .Values.secrets.values.METRICS_TOKEN) }}
{{- fail "Set secrets.values.METRICS_TOKEN: Prometheus needs it to read the metrics of monitoring.serviceMonitor." }}
{{- end }}
{{- else if .Values.secrets.values }}
{{- fail "Set either secrets.existingSecret or secrets.values." }}
{{- end }}
{{- if not (or .Values.files.enabled .Values.settings.S3_ENDPOINT) }}
{{- fail "Set settings.S3_ENDPOINT, or files.enabled for a volume that all pods share: they need the same files." }}
{{- end }}
{{- if and .Values.settings.BACKUP_TO .Values.backups.volume.enabled }}
{{- fail "Set either settings.BACKUP_TO or backups.volume.enabled: backups have one place." }}
{{- end }}
{{- if and .Values.settings.BACKUP_SCHEDULE (not (or .Values.settings.BACKUP_TO .Values.backups.volume.enabled)) }}
{{- fail "Set settings.BACKUP_TO to a bucket, or backups.volume.enabled: settings.BACKUP_SCHEDULE needs a place for backups." }}
{{- end }}
{{- if not (or .Values.ingress.enabled (and .Values.settings.PUBLIC_URL .Values.settings.INGEST_PUBLIC_URL)) }}
{{- fail "Set settings.PUBLIC_URL and settings.INGEST_PUBLIC_URL, or enable the ingress: links and callbacks have these addresses." }}
{{- end }}
{{- end }}

{{- /* The environment of every process. */ -}}
{{- define "parley.env" -}}
{{- $urls := dict }}
{{- with .Values.ingress }}
{{- if .enabled }}
{{- $_ := set $urls "PUBLIC_URL" (printf "%s://%s" (ternary "https" "http" (ne .tlsSecret "")) .host) }}
{{- $_ := set $urls "INGEST_PUBLIC_URL" (printf "%s://%s" (ternary "https" "http" (ne .ingestTlsSecret "")) .ingestHost) }}
{{- end }}
{{- end }}
{{- $fixed := dict "HOST" "0.0.0.0" "PORT" "3000" "INGEST_PORT" "3001" "METRICS_PORT" "9464" "DATA_DIR" "/var/lib/parley" }}
{{- if .Values.backups.volume.enabled }}
{{- $_ := set $fixed "BACKUP_TO" "/var/backups/parley" }}
{{- end }}
{{- range $name, $value := merge $fixed .Values.settings $urls .Values.pod.env }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- /* What the workers have besides: only they read the file. */ -}}
{{- define "parley.backupEnv" -}}
{{- if .Values.backups.encryption.existingSecret }}
- name: {{ ternary "BACKUP_KEY_FILE" "BACKUP_PASSPHRASE_FILE" (eq .Values.backups.encryption.key "key") }}
  value: /etc/parley/backups/{{ .Values.backups.encryption.key }}
{{- end }}
{{- end }}

{{- define "parley.backupVolumeMounts" -}}
{{- if .Values.backups.volume.enabled }}
- name: backups
  mountPath: /var/backups/parley
{{- end }}
{{- if .Values.backups.encryption.existingSecret }}
- name: backup-encryption
  mountPath: /etc/parley/backups
  readOnly: true
{{- end }}
{{- end }}

{{- define "parley.backupVolumes" -}}
{{- if .Values.backups.volume.enabled }}
- name: backups
  persistentVolumeClaim:
    claimName: {{ .Values.backups.volume.existingClaim | default (printf "%s-backups" (include "parley.name" .)) }}
{{- end }}
{{- with .Values.backups.encryption }}
{{- if .existingSecret }}
- name: backup-encryption
  secret:
    secretName: {{ .existingSecret }}
    # The group of the pod.
    defaultMode: 0440
    items:
      - { key: {{ .key }}, path: {{ .key }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* What every pod of the chart has. */ -}}
{{- define "parley.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "parley.podSecurity" . | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "parley.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
- name: files
  mountPath: /var/lib/parley
{{- with .Values.pod.volumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "parley.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
- name: files
  {{- if .Values.files.enabled }}
  persistentVolumeClaim:
    claimName: {{ .Values.files.existingClaim | default (printf "%s-files" (include "parley.name" .)) }}
  {{- else }}
  emptyDir: { sizeLimit: 1Gi }
  {{- end }}
{{- with .Values.pod.volumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

; cspell:ignore INSTDIR macroend HKCU
; The app registers handback:// when it starts. This makes links work before the first start, and stop after uninstalling.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\handback" "" "URL:Handback"
  WriteRegStr SHELL_CONTEXT "Software\Classes\handback" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\handback\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\handback"
    DeleteRegKey HKCU "Software\Classes\handback"
  ${endIf}
!macroend

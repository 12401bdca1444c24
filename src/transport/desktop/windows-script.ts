/**
 * Finds the window of a console by its title, and presses keys there. What it is to do comes in variables, never in
 * its text: CAC_PID, CAC_TITLE (empty: only look) and CAC_KEYS, in the signs of SendKeys.
 *
 * A console's title is its window's, or its tab's while that is in front. So a title that nobody else has is set for a
 * moment; the one window that shows it has the session in front. Answers "found", "sent", or why not.
 */
export const WINDOWS_SCRIPT = `
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Windows.Forms
Add-Type -Namespace Cac -Name Native -MemberDefinition @'
[DllImport("kernel32.dll", SetLastError = true)] public static extern bool FreeConsole();
[DllImport("kernel32.dll", SetLastError = true)] public static extern bool AttachConsole(uint pid);
[DllImport("kernel32.dll", CharSet = CharSet.Unicode, SetLastError = true)] public static extern uint GetConsoleTitle(System.Text.StringBuilder title, uint size);
[DllImport("kernel32.dll", CharSet = CharSet.Unicode, SetLastError = true)] public static extern bool SetConsoleTitle(string title);
[DllImport("user32.dll")] public static extern bool SetForegroundWindow(IntPtr window);
[DllImport("user32.dll")] public static extern IntPtr GetForegroundWindow();
'@
[void][Cac.Native]::FreeConsole()
if (-not [Cac.Native]::AttachConsole([uint32]$env:CAC_PID)) { 'its console cannot be reached'; exit 3 }
if (-not $env:CAC_TITLE) { 'found'; exit 0 }
$before = New-Object System.Text.StringBuilder 4096
[void][Cac.Native]::GetConsoleTitle($before, 4096)
$answer = 'none of the windows shows it in front'
try {
  [void][Cac.Native]::SetConsoleTitle($env:CAC_TITLE)
  $windows = @()
  for ($try = 0; $try -lt 20 -and $windows.Count -eq 0; $try++) {
    Start-Sleep -Milliseconds 100
    $windows = @(Get-Process | Where-Object { $_.MainWindowTitle -eq $env:CAC_TITLE })
  }
  if ($windows.Count -eq 1) {
    $window = $windows[0].MainWindowHandle
    [void][Cac.Native]::SetForegroundWindow($window)
    Start-Sleep -Milliseconds 100
    $answer = 'another window keeps the keyboard'
    if ([Cac.Native]::GetForegroundWindow() -eq $window) {
      [System.Windows.Forms.SendKeys]::SendWait($env:CAC_KEYS)
      $answer = 'sent'
    }
  }
} finally {
  [void][Cac.Native]::SetConsoleTitle($before.ToString())
}
$answer
if ($answer -ne 'sent') { exit 3 }
`;

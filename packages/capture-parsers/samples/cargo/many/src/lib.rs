macro_rules! cases {
    ($($name:ident)*) => { $(#[test] fn $name() {})* };
}
cases! {
    case_000 case_001 case_002 case_003 case_004 case_005 case_006 case_007 case_008 case_009
    case_010 case_011 case_012 case_013 case_014 case_015 case_016 case_017 case_018 case_019
    case_020 case_021 case_022 case_023 case_024 case_025 case_026 case_027 case_028 case_029
    case_030 case_031 case_032 case_033 case_034 case_035 case_036 case_037 case_038 case_039
    case_040 case_041 case_042 case_043 case_044 case_045 case_046 case_047 case_048 case_049
    case_050 case_051 case_052 case_053 case_054 case_055 case_056 case_057 case_058 case_059
    case_060 case_061 case_062 case_063 case_064 case_065 case_066 case_067 case_068 case_069
    case_070 case_071 case_072 case_073 case_074 case_075 case_076 case_077 case_078 case_079
    case_080 case_081 case_082 case_083 case_084 case_085 case_086 case_087 case_088 case_089
    case_090 case_091 case_092 case_093 case_094 case_095 case_096 case_097 case_098 case_099
    case_100 case_101 case_102 case_103 case_104 case_105 case_106 case_107 case_108 case_109
    case_110 case_111 case_112 case_113 case_114 case_115 case_116 case_117 case_118 case_119
    case_120 case_121 case_122 case_123 case_124 case_125 case_126 case_127 case_128 case_129
    case_130 case_131 case_132 case_133 case_134 case_135 case_136 case_137 case_138 case_139
    case_140 case_141 case_142 case_143 case_144 case_145 case_146 case_147 case_148 case_149
    case_150 case_151 case_152 case_153 case_154 case_155 case_156 case_157 case_158 case_159
    case_160 case_161 case_162 case_163 case_164 case_165 case_166 case_167 case_168 case_169
    case_170 case_171 case_172 case_173 case_174 case_175 case_176 case_177 case_178 case_179
    case_180 case_181 case_182 case_183 case_184 case_185 case_186 case_187 case_188 case_189
    case_190 case_191 case_192 case_193 case_194 case_195 case_196 case_197 case_198 case_199
}

#[test]
#[ignore]
fn z_ignored() {}

#[test]
fn m_fails() {
    assert!(std::env::var("MANY_OK").is_ok(), "fails");
}
